// Where an app is remembered that is put into a window while the window becomes a workspace: all of it that has to be known
// while VS Code starts.
export const pendingMountKey = "pendingMount";
