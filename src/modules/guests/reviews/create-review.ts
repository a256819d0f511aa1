import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { mapConstraintErrors } from "../../../kernel/write/map-constraint-errors.ts";
import { insertRecord } from "../../../kernel/write/store.ts";
import { timeColumn } from "../../stays/bookings/booking-columns.ts";
import { assertGuestNotErased } from "../../stays/bookings/guest/erased-guest.ts";
import type { LockedStay } from "../../stays/bookings/nights/lock-stay.ts";
import { checkStay, writtenAt } from "./check-stay.ts";
import { countReviews } from "./count-reviews.ts";
import { accurateRating } from "./rating.ts";
import { review } from "./review.ts";
import { reviewerOf } from "./reviewer.ts";

const { attributes } = review;

const refusals = { reviews_once: { source_id: ["already has a review of this booking"] } };

/** Stores a guest's review and updates the rental's average. The stay is locked. @throws RequestError 422 */
export async function createReview(
  context: WriteContext,
  stay: LockedStay,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  checkStay(context, stay, errors);
  const submitted = writtenAt(context, draft.input(attributes.submitted_at), stay, errors);
  await assertGuestNotErased(context, stay.id, "comment", errors);
  errors.throwIfAny();
  const id = await mapConstraintErrors(
    insertRecord(context, draft, {
      booking_id: stay.id,
      rental_id: stay.rental,
      client_id: stay.client,
      rating_accurate: accurateRating(draft.input(attributes.rating), draft.input(attributes.criteria) ?? {}),
      ...(draft.sets(attributes.submitted_at) ? {} : { submitted_at: timeColumn(submitted) }),
      ...(await reviewerOf(context, stay.client)),
    }),
    refusals,
  );
  await countReviews(context, stay.rental);
  return id;
}
