// Guarded apps: the hosted-app.json of an open folder wants every change asked about, such as of production.
import { openLocalFolders } from "./chooseLocalFolder";
import { projectFileIn } from "./projectFileIn";

/** Name of the app's target, empty where a file cannot be read and so may name it; undefined for any other app. */
export async function guardedTarget(appId: string): Promise<string | undefined> {
  const found = await Promise.all(
    openLocalFolders().map(({ uri }) =>
      projectFileIn(uri).then(
        ({ targets }) => targets.find((target) => target.appId === appId && target.asksFirst)?.name,
        () => "",
      ),
    ),
  );
  return found.find((name) => name) ?? found.find((name) => name !== undefined);
}
