import type { ListedAccount } from "../../../modules/platform/accounts/list-accounts.ts";
import { type Column, timestampOf } from "../terminal/table.ts";

/** The columns of an account. */
export const accountColumns: readonly Column<ListedAccount>[] = [
  { name: "id", value: ({ id }) => id },
  { name: "name", value: ({ name }) => name },
  { name: "state", value: ({ state }) => state },
  { name: "status", value: ({ status }) => status },
  { name: "people", value: ({ people }) => people },
  { name: "applications", value: ({ applications }) => applications },
  { name: "rentals", value: ({ rentals }) => rentals },
  { name: "bookings", value: ({ bookings }) => bookings },
  { name: "email", detail: true, value: ({ email }) => email },
  { name: "currency", detail: true, value: ({ currency }) => currency },
  { name: "time_zone", detail: true, value: ({ timeZone }) => timeZone },
  { name: "default_locale", detail: true, value: ({ defaultLocale }) => defaultLocale },
  { name: "locales", detail: true, value: ({ locales }) => locales },
  { name: "created_at", detail: true, value: ({ createdAt }) => timestampOf(createdAt) },
  { name: "closed_at", detail: true, value: ({ closedAt }) => timestampOf(closedAt) },
  { name: "erased_at", detail: true, value: ({ erasedAt }) => timestampOf(erasedAt) },
];
