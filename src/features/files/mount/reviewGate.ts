// Holds back files of an app that act in an editor until the user has accepted their content: a teammate can add them
// at any time, and VS Code trusts the window of an app's files.
import { Emitter } from "../../../core/async/emitter";
import { contentHash, textHash } from "../../../core/disk/contentHash";
import { FileProblem } from "../../../core/errors/fileProblem";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { field, readAs } from "../../../core/parse";
import { normalizeAppPath } from "../../../core/paths/appPath";
import { actsInEditor } from "../../../core/paths/editorFiles";
import type { StateMemory } from "../../../editor/state/stateMemory";

const stateKey = "acceptedFiles";
const accepted = field.entries(field.list(field.text));
/** For each app. */
const mostHashes = 500;

/** A content at a path: at another path it may act differently. */
export interface PlacedContent {
  readonly path: string;
  readonly hash: string;
}

function keyOf({ path, hash }: PlacedContent): string {
  return textHash(`${hash} ${normalizeAppPath(path).toLowerCase()}`);
}

export class ReviewGate {
  /** By app; see `heldOf`. */
  private readonly heldBack = new Map<string, { app: AppKey; held: Map<string, string> }>();
  private readonly holds = new Emitter<AppKey>();

  readonly onDidHold = this.holds.event;

  constructor(private readonly state: StateMemory) {}

  /** Rejects with a FileProblem "notReviewed" when the file acts in an editor and this content was not accepted. */
  async requireAccepted(app: AppKey, path: string, content: Uint8Array): Promise<void> {
    if (!actsInEditor(path)) return;
    const hash = await contentHash(content);
    const held = this.heldOf(app);
    if (this.isAccepted(app, { path, hash })) {
      held.delete(path);
      return;
    }
    held.set(path, hash);
    this.holds.fire(app);
    throw new FileProblem("notReviewed", path);
  }

  /** Accepts a content that the user saves. */
  async saved(app: AppKey, path: string, content: Uint8Array): Promise<void> {
    if (actsInEditor(path)) await this.accept(app, [{ path, hash: await contentHash(content) }]);
  }

  isAccepted(app: AppKey, content: PlacedContent): boolean {
    return this.acceptedOf(app).includes(keyOf(content));
  }

  async accept(app: AppKey, contents: readonly PlacedContent[]): Promise<void> {
    const all = [...new Set([...this.acceptedOf(app), ...contents.map(keyOf)])].slice(-mostHashes);
    await this.state.update(stateKey, { ...this.all(), [keyText(app)]: all });
  }

  /** Forgets all accepted contents of the app; false when there were none. */
  async revoke(app: AppKey): Promise<boolean> {
    const { [keyText(app)]: own, ...others } = this.all();
    if (own) await this.state.update(stateKey, others);
    return own !== undefined;
  }

  /** The gate's own map. By path: hash of the content last refused, until the file is read again after acceptance. */
  heldOf(app: AppKey): Map<string, string> {
    const entry = this.heldBack.get(keyText(app)) ?? { app, held: new Map<string, string>() };
    this.heldBack.set(keyText(app), entry);
    return entry.held;
  }

  /** The only app with refused contents; undefined when none has, or several have. */
  get onlyHeld(): AppKey | undefined {
    const apps = [...this.heldBack.values()].filter(({ held }) => held.size > 0);
    return apps.length === 1 ? apps[0]?.app : undefined;
  }

  private acceptedOf(app: AppKey): readonly string[] {
    return this.all()[keyText(app)] ?? [];
  }

  private all(): Readonly<Record<string, readonly string[]>> {
    return readAs(accepted, this.state.get(stateKey)) ?? {};
  }
}
