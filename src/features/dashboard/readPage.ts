// Reads what the dashboard's page sends and saves. A file of its own, so that the page loads no zod.
import * as z from "zod/mini";
import { chartRanges, type DashboardState, dashboardActions, type FromPage } from "./dashboardMessages";

const savedState = z.object({
  accountId: z.string(),
  appId: z.string(),
  name: z.string(),
  range: z.optional(z.enum(chartRanges)),
});

const fromPage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  z.object({ type: z.literal("run"), action: z.enum(dashboardActions) }),
  z.object({ type: z.literal("reveal"), key: z.string() }),
]);

/** Undefined unless the value is a message of the page. */
export function readFromPage(message: unknown): FromPage | undefined {
  return fromPage.safeParse(message).data;
}

/** The state that the page saved; undefined when it is invalid. */
export function readSavedState(saved: unknown): DashboardState | undefined {
  return savedState.safeParse(saved).data;
}
