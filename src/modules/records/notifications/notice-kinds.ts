import type { Role } from "../../platform/access/roles.ts";

/** The events that members can be notified of (docs/design/notifications.md). */
export const noticeKinds = ["booked", "canceled", "unread", "feed", "task"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The channels of notifications. */
export const noticeWays = ["mail", "push"] as const;

/** The roles that may read a notification's data. Cleaners and viewers must not see guests. */
const rolesOf: Readonly<Record<NoticeKind | "digest", readonly Role[]>> = {
  booked: ["owner", "manager", "accountant"],
  canceled: ["owner", "manager", "accountant"],
  unread: ["owner", "manager"],
  feed: ["owner", "manager"],
  task: ["owner", "manager"],
  digest: ["owner", "manager"],
};

/** The kinds that a role may receive. */
export const kindsFor = (role: Role): readonly NoticeKind[] =>
  noticeKinds.filter((kind) => rolesOf[kind].includes(role));

export const rolesFor = (kind: NoticeKind | "digest"): readonly Role[] => rolesOf[kind];

/** The notices that members get by mail until they choose: a double-booked night or a broken boiler is urgent. */
export const defaultMails: readonly NoticeKind[] = ["feed", "task"];
