// State keys that are read while VS Code starts: the app being added to a window, and the editors to open again.
export const pendingMountKey = "pendingMount";
export const reopenEditorsKey = "reopenEditors";
