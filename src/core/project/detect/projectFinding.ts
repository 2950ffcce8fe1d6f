// Findings in a project that need the user's decision, or a message, before an app of it can run.
import type { NewAppSettings } from "../../model/model";
import type { IgnoreRule } from "../ignoreRules";
import type { OuterEntry } from "./hostFileFormats";

export interface ProjectPackage {
  readonly path: string;
  /** Name in its package.json, else of its folder. */
  readonly name: string;
}

/** A service that a file for another host describes. */
interface ProjectService {
  readonly name: string;
  /** "" is the project itself. */
  readonly folder: string;
  /** Settings on how the service starts, where it is in the project itself. */
  readonly settings: Partial<NewAppSettings>;
  /** What the file says of it, for its folder. */
  readonly said: OuterEntry;
}

export type ProjectFinding =
  /** Nothing of this kind runs on the service: a language, or a framework without its server. */
  | { readonly kind: "unsupported"; readonly what: string }
  /** The folder is a workspace and no app of its own; one of these may be. */
  | { readonly kind: "packages"; readonly packages: readonly ProjectPackage[] }
  /** The file describes these, the likeliest first; without an answer that is the app, where it is the project itself. */
  | { readonly kind: "services"; readonly file: string; readonly services: readonly ProjectService[] }
  /** The folder ("" is the project itself) has only pages for a browser; the service runs programs. */
  | { readonly kind: "staticSite"; readonly folder: string }
  /** The rule excludes an existing file that starts the app. */
  | { readonly kind: "ignoredMainFile"; readonly mainFile: string; readonly rule: IgnoreRule }
  /** The start command needs this folder, which a build has made and this rule leaves out. */
  | { readonly kind: "ignoredBuild"; readonly folder: string; readonly rule: IgnoreRule }
  /** The app needs what the VS Code task makes: a file or folder, which may exist from an earlier build. */
  | {
      readonly kind: "buildFirst";
      readonly script: string;
      readonly task: string;
      readonly makes: string;
      readonly exists: boolean;
    }
  /**
   * The app's packages are listed where the service does not look: in `from` (a file, "devDependencies",
   * "workspace", or "code" where they are only used). `names` are the packages, as far as they are known.
   */
  | {
      readonly kind: "dependencies";
      readonly from: string;
      readonly names: readonly string[];
      /** The requirements.txt to write, where `from` alone is not enough. */
      readonly requirements?: string;
      /** For package.json: the versions by name. */
      readonly packages?: Readonly<Record<string, string>>;
      /** The package.json that lists them for development, unless it is that of the folder itself. */
      readonly manifest?: string;
      /** The existing file gets the lines that it lacks. */
      readonly isAdded?: true;
      /** Otherwise a registry would be asked for siblings' names, which another author may own there. */
      readonly isNeeded?: true;
    }
  /** A package that needs files or packages outside of its folder. */
  | {
      readonly kind: "workspace";
      /** Number of folders between the package and the folder that holds all of it. */
      readonly levels: number;
      /** Relative to that folder. */
      readonly packagePath: string;
      /** Needed packages, and files that the code reads. */
      readonly needs: readonly string[];
      /** Command that starts the package in that folder; undefined where it cannot be installed as a whole. */
      readonly startupCommand: string | undefined;
      /** Entry that cannot be installed there, such as "name@workspace:*". */
      readonly obstacle: string | undefined;
      /** Alone it can be installed, but may not start. */
      readonly mayBeAlone: boolean;
    }
  /** The file is too large to be parsed, or has a mistake, so its settings are unknown. */
  | { readonly kind: "unread"; readonly path: string }
  /** The main file reads this file, which an ignore rule leaves out. */
  | { readonly kind: "ignoredRead"; readonly path: string };
