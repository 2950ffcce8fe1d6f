// Where an app is remembered that is put into a window while the window becomes a workspace, and the editors that come back
// then: all of it that has to be known while VS Code starts.
export const pendingMountKey = "pendingMount";
export const reopenEditorsKey = "reopenEditors";
