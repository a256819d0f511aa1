import { booking } from "../bookings/booking.ts";
import type { Includes } from "../../kernel/read/query.ts";
import type { Resource } from "../../kernel/resource.ts";

/** One kind of records that an export of a client lists. */
export interface ExportedPart {
  readonly resource: Resource;
  /** What each of its records embeds. */
  readonly includes: Includes;
  /** SQL: their ids, ascending, of the client `$2` of the account `$1`. */
  readonly ids: string;
}

/** Everything that is held about a client beside the client itself. A module that comes to hold more stands here. */
export const exportedParts: readonly ExportedPart[] = [
  {
    resource: booking,
    includes: { bookings_fees: {}, bookings_taxes: {}, booking_comments: {} },
    ids: "select id from bookings where account_id = $1 and client_id = $2 order by id",
  },
];
