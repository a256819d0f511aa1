import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { booking } from "../booking.ts";
import type { RentalTerms } from "../rental-terms.ts";
import type { Stay } from "../stay.ts";
import { rentalDay } from "../stay-moment.ts";

/** Nights before arrival and after departure that other stays must leave free. */
export interface Preparation {
  readonly before: number;
  readonly after: number;
}

/** For blocks and imported stays, which need only their own nights. */
export const noPreparation: Preparation = { before: 0, after: 0 };

/** For a new stay in a rental. */
export const preparationOf = ({ preparationDays }: Pick<RentalTerms, "preparationDays">): Preparation => ({
  before: preparationDays,
  after: preparationDays,
});

const { start_at, end_at, unavailable, canceled_at } = booking.attributes;

/**
 * For a stay that changes within its rental: only a side that moves outward needs preparation days.
 * A shortened stay needs none, even if the rental's `preparation_days` have grown since.
 * @param draft the write over the stored booking
 */
export function preparationOfChange(draft: Draft, rental: RentalTerms, { arrival, departure }: Stay): Preparation {
  const { before, after } = preparationOf(rental);
  const [start, end] = [draft.stored(start_at), draft.stored(end_at)];
  const held = draft.stored(unavailable) !== true && typeof draft.stored(canceled_at) !== "number";
  if (!held || !start || !end) return { before, after };
  const [from, until] = [rentalDay(start, rental.timeZone), rentalDay(end, rental.timeZone)];
  return {
    before: from <= arrival && arrival < until ? 0 : before,
    after: from < departure && departure <= until ? 0 : after,
  };
}
