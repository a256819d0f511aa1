import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { updates } from "../../../kernel/write/updates.ts";
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
