import { type Route, reads } from "../../kernel/route.ts";
import { creates, updates } from "../../kernel/write/writes.ts";
import { bookingsTag } from "./bookings-tag.ts";
import { rentalsTag } from "./rentals-tag.ts";

export const tagsRoutes: readonly Route[] = [
  ...reads(rentalsTag),
  creates(rentalsTag, { scopes: ["rentals_write"] }),
  ...updates(rentalsTag, { scopes: ["rentals_write"] }),
  ...reads(bookingsTag),
  creates(bookingsTag, { scopes: ["bookings_write"] }),
  ...updates(bookingsTag, { scopes: ["bookings_write"] }),
];
