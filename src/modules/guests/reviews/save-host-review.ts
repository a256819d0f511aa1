import { randomUUID } from "node:crypto";
import { millisecondsPerDay } from "../../../core/day.ts";
import { instantIn } from "../../../core/time-zone.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import { jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { mapConstraintErrors } from "../../../kernel/write/map-constraint-errors.ts";
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

/** The default time after departure to submit a host review. */
const defaultExpiryMs = 14 * millisecondsPerDay;

const refusals = { host_reviews_once: { source_id: ["already has a review of this booking's guest"] } };

const defaultExpiry = ({ endAt, timeZone }: LockedStay): number => instantIn(timeZone, endAt + defaultExpiryMs);

export const draftBody = jsonBody(hostReview, { writing: "update" });

/** Stores and submits a host's review of a stay's guest. The stay is locked. @throws RequestError 422 */
export async function createHostReview(
  context: WriteContext,
  stay: LockedStay,
  draft: Draft,
  errors: ValidationErrors,
): Promise<string> {
  const expires = draft.input(expires_at) ?? defaultExpiry(stay);
  const submitted = writtenAt(context, draft.input(submitted_at), stay, errors);
  checkComment(draft, errors);
  checkExpiry(submitted, expires, errors);
  return insert(context, stay, draft, errors, { submitted_at: timeColumn(submitted), expires });
}

/** Creates a draft. The stay is locked. @throws RequestError 422 */
export async function createDraft(
  context: WriteContext,
  stay: LockedStay,
  draft: Draft,
  errors: ValidationErrors,
): Promise<string> {
  const expires = draft.input(expires_at) ?? defaultExpiry(stay);
  if (draft.input(submitted_at)) errors.add("submitted_at", "is set when the draft is submitted");
  checkExpiry(context.now, expires, errors);
  return insert(context, stay, draft, errors, { submitted_at: null, expires });
}

/** Updates a draft; omitted attributes stay. @throws RequestError 422 if it was submitted or dismissed */
export async function updateDraft(
  context: WriteContext,
  { id, stored }: ActedOn<string>,
  { draft: requested, errors }: ActionRequest,
): Promise<Outcome> {
  await assertDraft(context, id, errors);
  const draft = await guardPersonalData(context, id, requested.onto(stored), errors);
  errors.throwIfAny();
  await mapConstraintErrors(updateRecord(context, id, draft), refusals);
  return { shows: hostReview, id };
}

/** Submits a draft. @throws RequestError 422 if it lacks a comment, has expired, or is no longer a draft */
export async function submitDraft(
  context: WriteContext,
  { id, stored }: ActedOn<string>,
  { errors }: ActionRequest,
): Promise<Outcome> {
  await assertDraft(context, id, errors);
  checkComment(stored, errors);
  checkExpiry(context.now, stored.stored(expires_at) ?? 0, errors);
  errors.throwIfAny();
  await context.transaction.run(
    "update host_reviews set submitted_at = $3, updated_at = statement_timestamp() where account_id = $1 and id = $2",
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
  const stayColumns = { booking_id: stay.id, rental_id: stay.rental, client_id: stay.client };
  const expiry = draft.sets(expires_at) ? {} : { expires_at: timeColumn(expires) };
  await mapConstraintErrors(insertRecordAs(context, id, draft, { ...stayColumns, ...columns, ...expiry }), refusals);
  await touchRentals(context, [stay.rental]);
  return id;
}

function checkComment(draft: Draft, errors: ValidationErrors): void {
  if (!draft.value(comment)?.trim() && !errors.has("comment")) errors.add("comment", "can't be blank");
}

function checkExpiry(moment: number, expires: number, errors: ValidationErrors): void {
  if (moment > expires && !errors.has("expires_at"))
    errors.add("expires_at", "has passed: the review can no longer be submitted");
}

async function assertDraft(context: WriteContext, id: string, errors: ValidationErrors): Promise<void> {
  const { submittedAt, isDismissed, isErased } = await stateOf(context, "host_reviews", id);
  if (isDismissed) errors.add("base", "was dismissed and can no longer be changed");
  else if (submittedAt !== null) errors.add("base", "was submitted and can no longer be changed");
  else if (isErased) errors.add("base", "can no longer be changed: the data of the booking's guest was erased");
}
