// What the Account and Teams view needs only when it is used: a bundle of its own (esbuild.js).
export { AccountTree } from "./accountTree";
export { showSessionAddress } from "./sessionAddress";
export { showTeam } from "./showTeam";
export { teamPage } from "./teamText";
