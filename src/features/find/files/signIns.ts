import { isFileProblem } from "../../../core/errors/fileProblem";
import type { AppLocation } from "../../../editor/appUris";
import type { FindOptions } from "./findServices";

export async function isSignedOut({ openFiles }: FindOptions, location: AppLocation): Promise<boolean> {
  try {
    await openFiles(location);
    return false;
  } catch (error) {
    return isFileProblem(error, "signedOut");
  }
}
