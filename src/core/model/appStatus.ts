// Interprets the service's own word for an app's state; it documents only "active".
import type { App } from "./model";

/** True when the word can only mean that the app is down because something failed. */
export function saysFailed({ status, metrics }: App): boolean {
  return metrics?.online !== true && /crash|fail|error|exceed|killed/i.test(status);
}

/** Also for an app without metrics, as one that has never started. */
export function saysDown(app: App): boolean {
  return app.metrics?.online === false || saysFailed(app);
}

/** True when the word can only mean that the app ran to its end, or was stopped. */
export function saysEnded({ status, metrics }: App): boolean {
  return metrics?.online !== true && /stopped|exited|ended|finished|terminated|completed/i.test(status);
}

export function saysInstalling(app: App): boolean {
  return app.metrics?.online !== true && !saysFailed(app) && /(install|build|deploy)(?!ed)/i.test(app.status);
}

/** Of an app that isn't up. "down": its word doesn't say why, so that it may have been stopped on purpose. */
export function endOf(app: App): "crashed" | "ended" | "starting" | "down" {
  if (saysFailed(app) || /^(active|running|online|up)$/i.test(app.status)) return "crashed";
  if (saysEnded(app)) return "ended";
  return saysInstalling(app) || /start(?!ed)/i.test(app.status) ? "starting" : "down";
}

/** Changed settings or files of the app take effect only from its next start. */
export function needsRestart({ restartRequired, filesChanged }: App): boolean {
  return restartRequired || filesChanged === true;
}

/** Like `needsRestart`, but false for an app that is down: it starts with the changes. */
export function isRestartAwaited(app: App): boolean {
  return needsRestart(app) && app.metrics?.online !== false;
}
