import type { RecordId } from "../../../kernel/key.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { guardPersonalData } from "../../../kernel/write/personal-data.ts";
import { updateRecord } from "../../../kernel/write/store.ts";
import { lockRentalOf, rentalOfPart } from "../../property/rentals/touch-rental.ts";
import { timeColumn } from "../../stays/bookings/booking-columns.ts";
import { countReviews } from "./count-reviews.ts";
import { dismissal } from "./dismissal.ts";
import { hostReview } from "./host-review.ts";
import { review } from "./review.ts";
import { stateOf } from "./review-state.ts";

const written = { ...dismissal, dismissed_at: dismissal.dismissed_at.presentOrAbsent() };
const options = { own: true, optional: true } as const;

/** The optional bodies of dismissals: who, why and when. */
export const dismissalBody = {
  ofGuest: jsonBody(bodyOf(review, written), options),
  ofHost: jsonBody(bodyOf(hostReview, written), options),
};

/** Locks the rental before the review, in lock order, because its average changes. */
export const lockRentalOfReview = async (context: WriteContext, id: number): Promise<void> => {
  await lockRentalOf(context, review, id);
};

/** Dismisses a guest's review: it stays but no longer counts. A second dismissal updates the first one's reason. */
export async function dismissReview(context: WriteContext, { id }: ActedOn, request: ActionRequest): Promise<Outcome> {
  await dismiss(context, "reviews", id, request);
  await countReviews(context, await rentalOfPart(context, review, id));
  return { shows: review, id };
}

/** Dismisses a host's review or draft. */
export async function dismissHostReview(
  context: WriteContext,
  { id }: ActedOn<string>,
  request: ActionRequest,
): Promise<Outcome> {
  await dismiss(context, "host_reviews", id, request);
  return { shows: hostReview, id };
}

async function dismiss(
  context: WriteContext,
  table: "reviews" | "host_reviews",
  id: RecordId,
  { draft, errors }: ActionRequest,
): Promise<void> {
  const at = draft.input(written.dismissed_at);
  if (typeof at === "number" && at > context.now) errors.add("dismissed_at", "must not be in the future");
  const { isDismissed } = await stateOf(context, table, id);
  const guarded = await guardPersonalData(context, id, draft, errors);
  errors.throwIfAny();
  await updateRecord(
    context,
    id,
    guarded,
    isDismissed || draft.sets(written.dismissed_at) ? {} : { dismissed_at: timeColumn(context.now) },
  );
}
