// The caller and, in the demo, a team with members of different permissions.

import { type EmulatorClock, isoTime } from "../base/emulatorClock";
import { permissions, type TeamRecord, type UserRecord } from "../data/records";

const userId = "65a0c0ffee0000000000a001";
const dayMs = 86_400_000;

/** The user of the token. */
export function theUser(clock: EmulatorClock): UserRecord {
  const now = clock.now();
  return {
    _id: userId,
    name: "You",
    isEmail2FAEnabled: true,
    hasClaimedFreePlan: true,
    activeSessions: [
      {
        id: "session-1",
        device: "This computer",
        ip: "127.0.0.1",
        browser: "VS Code",
        lastActive: isoTime(now),
      },
      {
        id: "session-2",
        device: "Phone",
        ip: "192.0.2.17",
        browser: "Firefox",
        lastActive: isoTime(now - dayMs),
      },
    ],
  };
}

/** Owned by the caller. */
export function studio(clock: EmulatorClock): TeamRecord {
  const now = clock.now();
  const mayLook = permissions(false, { canSeeApplicationFiles: true });
  return {
    _id: "65a0c0ffee0000000000b001",
    name: "Studio",
    owner: userId,
    members: [
      { user: "65a0c0ffee0000000000a002", permissions: permissions(true), _id: "65a0c0ffee0000000000c001" },
      {
        user: "65a0c0ffee0000000000a003",
        permissions: permissions(false, {
          canSeeApplicationFiles: true,
          canEditApplicationFiles: true,
          canChangeStatusApplication: true,
        }),
        _id: "65a0c0ffee0000000000c002",
      },
      { user: "65a0c0ffee0000000000a004", permissions: mayLook, _id: "65a0c0ffee0000000000c003" },
    ],
    invites: [
      {
        email: "robin@example.com",
        userId: null,
        invitedAt: isoTime(now - 2 * dayMs),
        code: "demo-invite-code",
        permissions: mayLook,
        _id: "65a0c0ffee0000000000d001",
        subscriptionEndsAt: null,
      },
    ],
    createdAt: isoTime(now - 90 * dayMs),
    updatedAt: isoTime(now - 2 * dayMs),
  };
}
