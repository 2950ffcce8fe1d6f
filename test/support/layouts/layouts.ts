// Every kind of project, for the tests of what is detected and of what is created.
import { frameworkLayouts } from "./frameworkLayouts";
import { frameworkRows } from "./frameworkRows";
import { hostedLayouts } from "./hostedLayouts";
import type { Layout } from "./layout";
import { nodeLayouts } from "./nodeLayouts";
import { otherLayouts } from "./otherLayouts";
import { pythonLayouts } from "./pythonLayouts";
import { startLayouts } from "./startLayouts";

export const layouts: readonly Layout[] = [
  ...[nodeLayouts, frameworkLayouts, frameworkRows, pythonLayouts],
  ...[otherLayouts, startLayouts, hostedLayouts],
].flat();
