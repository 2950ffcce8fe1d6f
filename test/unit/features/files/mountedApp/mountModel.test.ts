import { describe } from "mocha";
import { testMountHistories } from "./mountModel";

// Run as a long test with more histories.
describe("a mounted app in any history", () => testMountHistories(300));
