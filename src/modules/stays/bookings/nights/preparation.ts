import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { booking } from "../booking.ts";
import type { RentalTerms } from "../rental-terms.ts";
import type { Stay } from "../stay.ts";

/** How many nights before the arrival, and after the departure, must be free of other stays. */
export interface Preparation {
  readonly before: number;
  readonly after: number;
}

/** Of what nobody stays in, and of stays that were sold elsewhere: their own nights are all that they need. */
export const noPreparation: Preparation = { before: 0, after: 0 };

/** Of a new stay in a rental. */
export const preparationOf = ({ preparationDays }: Pick<RentalTerms, "preparationDays">): Preparation => ({
  before: preparationDays,
  after: preparationDays,
});

const { start_at, end_at, unavailable, canceled_at } = booking.attributes;

/**
 * Of a stay that changes within its rental: it needs new room only where it goes. What it had near its arrival and its departure stays its own, also
 * when the rental's preparation days have become more since, and a stay that is shortened comes nearer to nobody.
 * @param draft what is stored, and what the write says
 */
export function preparationOfChange(draft: Draft, rental: RentalTerms, { arrival, departure }: Stay): Preparation {
  const { before, after } = preparationOf(rental);
  const [start, end] = [draft.stored(start_at), draft.stored(end_at)];
  const held = draft.stored(unavailable) !== true && typeof draft.stored(canceled_at) !== "number";
  if (!held || !start || !end) return { before, after };
  const [from, until] = [start.day, end.day];
  return {
    before: from <= arrival && arrival < until ? 0 : before,
    after: from < departure && departure <= until ? 0 : after,
  };
}
