import { describe } from "mocha";
import { testMountHistories } from "../unit/features/files/mountedApp/mountModel";

describe("a mounted app in any history", () => testMountHistories(2_000));
