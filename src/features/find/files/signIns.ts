// What finds things in the files of accounts that may be gone.
import { isFileProblem } from "../../../core/errors/fileProblem";
import type { AppLocation } from "../../../editor/appUris";
import type { FindOptions } from "./findServices";

/** Whether the account of an app's files is gone. */
export async function isSignedOut({ openFiles }: FindOptions, location: AppLocation): Promise<boolean> {
  try {
    await openFiles(location);
    return false;
  } catch (error) {
    return isFileProblem(error, "signedOut");
  }
}
