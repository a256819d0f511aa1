import { dayOf, textOf } from "../../days.ts";
import type { BookingRecord } from "../booking-record.ts";
import { type Stay, stayOf } from "../stay.ts";
import type { Change, MoveTo } from "./move-target.ts";

/** A change as its fields hold it. Dates are YYYY-MM-DD. */
export interface MoveDraft {
  readonly rental: number;
  readonly start_at: string;
  readonly end_at: string;
  readonly adults: number | null;
  readonly children: number | null;
}

/** The draft of a booking as it is. */
export const draftOf = (booking: BookingRecord): MoveDraft => draftOfStay(stayOf(booking), stayOf(booking));

/** The draft of a stay at its drop target. */
export const draftOfStay = (
  { adults, children }: Pick<Stay, "adults" | "children">,
  { rental, arrival, departure }: Pick<MoveTo, "rental" | "arrival" | "departure">,
): MoveDraft => ({ rental, start_at: textOf(arrival), end_at: textOf(departure), adults, children });

/** The draft's changes to the booking that the person saw. */
export const changeOf = (seen: BookingRecord, draft: MoveDraft): Change => ({
  ...{ rental: draft.rental, adults: draft.adults, children: draft.children },
  stay: stayOf(seen),
  arrival: dayOf(draft.start_at),
  departure: dayOf(draft.end_at),
});
