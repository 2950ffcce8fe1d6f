// A file without tests, as a bad merge may leave it.
import { describe } from "mocha";

describe("a file without tests", () => undefined);
