// A file without tests, as after a bad merge.
import { describe } from "mocha";

describe("a file without tests", () => undefined);
