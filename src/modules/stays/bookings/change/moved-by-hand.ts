import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import { booking } from "../booking.ts";
import type { Stay } from "../stay.ts";
import { rentalDay } from "../stay-moment.ts";

const { attributes } = booking;

/**
 * Marks an imported booking that takes further nights: its calendar no longer moves or ends it, so these nights stay closed
 * (docs/concepts/calendars.md). Without further nights, the calendar restores it.
 */
export function movedByHand(draft: Draft, { arrival, departure }: Stay): ServerSetColumns {
  if (draft.stored(attributes.imported) !== true || draft.stored(attributes.unavailable) !== true) return {};
  const [start, end] = [draft.stored(attributes.start_at), draft.stored(attributes.end_at)];
  if (!start || !end) return {};
  // Stored moments are readings of the rental's clock, in any zone.
  const takesMore = arrival < rentalDay(start, "UTC") || departure > rentalDay(end, "UTC");
  return takesMore ? { moved_by_hand: true } : {};
}
