// The newest log file of an app, which says best why it did not come online.
import type { AppFiles } from "../../appFiles/appFiles";

/** The path of the newest `*.log` in the app's own folder that holds something; undefined without one. Never rejects. */
export async function newestLog(files: AppFiles): Promise<string | undefined> {
  const entries = await files.list("/").then(
    (listing) => [...listing.entries.values()],
    () => [],
  );
  const [log] = entries
    .filter(({ name, type, sizeBytes }) => type === "file" && sizeBytes > 0 && /\.log$/i.test(name))
    .sort((a, b) => b.modifiedAt - a.modifiedAt);
  return log && `/${log.name}`;
}
