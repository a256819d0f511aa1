import { randomUUID } from "node:crypto";
import { millisecondsPerDay } from "../../../core/day.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import { jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { explained } from "../../../kernel/write/explained.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { guardPersonalData } from "../../../kernel/write/personal-data.ts";
import { insertRecordAs, updateRecord } from "../../../kernel/write/store.ts";
import { touchRentals } from "../../property/rentals/touch-rental.ts";
import { timeColumn } from "../../stays/bookings/booking-columns.ts";
import { assertGuestNotErased } from "../../stays/bookings/guest/erased-guest.ts";
import type { LockedStay } from "../../stays/bookings/nights/lock-stay.ts";
import { checkStay, writtenAt } from "./check-stay.ts";
import { hostReview } from "./host-review.ts";
import { stateOf } from "./review-state.ts";

const { comment, submitted_at, expires_at } = hostReview.attributes;

/** How long after the departure a host may write, where the channel says nothing else. */
const usualTime = 14 * millisecondsPerDay;

const refusals = { host_reviews_once: { source_id: ["has a review of this booking's guest already"] } };

export const draftBody = jsonBody(hostReview, { writing: "update" });

/** Stores what a host wrote about the guest of a stay, as submitted. The stay is locked. @throws RequestError 422 */
export async function createHostReview(
  context: WriteContext,
  stay: LockedStay,
  draft: Draft,
  errors: ValidationErrors,
): Promise<string> {
  const expires = draft.given(expires_at) ?? stay.endAt + usualTime;
  const submitted = writtenAt(context, draft.given(submitted_at), stay, errors);
  checkWords(draft, errors);
  checkExpiry(submitted, expires, errors);
  return insert(context, stay, draft, errors, { submitted_at: timeColumn(submitted), expires });
}

/** Begins a host's review. The stay is locked. @throws RequestError 422 */
export async function createDraft(
  context: WriteContext,
  stay: LockedStay,
  draft: Draft,
  errors: ValidationErrors,
): Promise<string> {
  const expires = draft.given(expires_at) ?? stay.endAt + usualTime;
  if (draft.given(submitted_at)) errors.add("submitted_at", "is set when the draft is submitted");
  checkExpiry(context.now, expires, errors);
  return insert(context, stay, draft, errors, { submitted_at: null, expires });
}

/** Changes a draft; what is absent stays. @throws RequestError 422 for one that was submitted or dismissed */
export async function updateDraft(
  context: WriteContext,
  { id, stored }: ActedOn<string>,
  { draft: asked, errors }: ActionRequest,
): Promise<Outcome> {
  await assertDraft(context, id, errors);
  const draft = await guardPersonalData(context, id, asked.onto(stored), errors);
  errors.throwIfAny();
  await explained(updateRecord(context, id, draft), refusals);
  return { shows: hostReview, id };
}

/** Submits a draft. @throws RequestError 422 for one that says nothing, has expired, or is no draft any more */
export async function submitDraft(
  context: WriteContext,
  { id, stored }: ActedOn<string>,
  { errors }: ActionRequest,
): Promise<Outcome> {
  await assertDraft(context, id, errors);
  checkWords(stored, errors);
  checkExpiry(context.now, stored.stored(expires_at) ?? 0, errors);
  errors.throwIfAny();
  await context.transaction.run(
    "update host_reviews set submitted_at = $3, updated_at = clock_timestamp() where account_id = $1 and id = $2",
    [context.account.id, id, timeColumn(context.now)],
  );
  return { shows: hostReview, id };
}

interface Moments {
  readonly submitted_at: string | null;
  /** Epoch milliseconds. */
  readonly expires: number;
}

async function insert(
  context: WriteContext,
  stay: LockedStay,
  draft: Draft,
  errors: ValidationErrors,
  { expires, ...columns }: Moments,
): Promise<string> {
  checkStay(context, stay, errors);
  await assertGuestNotErased(context, stay.id, "comment", errors);
  errors.throwIfAny();
  const id = randomUUID();
  const place = { booking_id: stay.id, rental_id: stay.rental, client_id: stay.client };
  const expiry = draft.gives(expires_at) ? {} : { expires_at: timeColumn(expires) };
  await explained(insertRecordAs(context, id, draft, { ...place, ...columns, ...expiry }), refusals);
  await touchRentals(context, [stay.rental]);
  return id;
}

function checkWords(draft: Draft, errors: ValidationErrors): void {
  if (!draft.value(comment)?.trim() && !errors.has("comment")) errors.add("comment", "can't be blank");
}

function checkExpiry(moment: number, expires: number, errors: ValidationErrors): void {
  if (moment > expires && !errors.has("expires_at"))
    errors.add("expires_at", "has passed: the review can be submitted no more");
}

async function assertDraft(context: WriteContext, id: string, errors: ValidationErrors): Promise<void> {
  const { submittedAt, isDismissed, isErased } = await stateOf(context, "host_reviews", id);
  if (isDismissed) errors.add("base", "was dismissed and cannot be changed any more");
  else if (submittedAt !== null) errors.add("base", "was submitted and cannot be changed any more");
  else if (isErased) errors.add("base", "cannot be changed any more: the data of the booking's guest was erased");
}
