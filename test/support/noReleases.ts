// Releases for tests of transfers that are about something else: none is recorded.
import type { TransferServices } from "../../src/features/transfers/place/transferServices";

export const noReleases: TransferServices["releases"] = {
  add: async () => undefined,
  list: async () => [],
  filesOf: async () => undefined,
  content: async () => undefined,
  kept: async () => new Map(),
  forget: async () => undefined,
};
