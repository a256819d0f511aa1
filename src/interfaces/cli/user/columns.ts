import type { ListedUser } from "../../../modules/platform/people/list-users.ts";
import { type Column, timestampOf } from "../terminal/table.ts";

/** The columns of a user. */
export const userColumns: readonly Column<ListedUser>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "email", value: ({ email }) => email },
  { name: "name", value: ({ name }) => name },
  {
    name: "works_for",
    value: ({ accounts }) =>
      accounts.map(({ account, role, rentals }) =>
        rentals.length === 0 ? `${account} (${role})` : `${account} (${role} of rentals ${rentals.join(", ")})`,
      ),
    json: ({ accounts }) => accounts,
  },
  { name: "disabled", value: ({ disabledAt }) => disabledAt !== null },
  { name: "last_seen_at", value: ({ lastSeenAt }) => timestampOf(lastSeenAt) },
  { name: "has_password", detail: true, value: ({ hasPassword }) => hasPassword },
  { name: "locale", detail: true, value: ({ locale }) => locale },
  { name: "created_at", detail: true, value: ({ createdAt }) => timestampOf(createdAt) },
  { name: "disabled_at", detail: true, value: ({ disabledAt }) => timestampOf(disabledAt) },
];
