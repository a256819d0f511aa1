import { randomUUID } from "node:crypto";
import type { RecordId } from "../../../kernel/key.ts";
import { jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { mapConstraintErrors } from "../../../kernel/write/map-constraint-errors.ts";
import { insertRecordAs } from "../../../kernel/write/store.ts";
import { timeColumn } from "../../stays/bookings/booking-columns.ts";
import { reviewReply } from "./review-reply.ts";
import { type ReviewState, stateOf } from "./review-state.ts";

const { submitted_at } = reviewReply.attributes;
const repeated = { base: ["already has a reply"] };
const refusals = { review_replies_to_guests: repeated, review_replies_to_hosts: repeated };

export const replyBody = jsonBody(reviewReply);

/** Replies to a guest's review. @throws RequestError 422 if it already has a reply or was dismissed */
export const replyToGuest = (context: WriteContext, { id }: ActedOn, request: ActionRequest): Promise<Outcome> =>
  reply(context, { table: "reviews", key: "guest_review_id", id }, request);

/** Replies to a host's review. @throws RequestError 422 for a draft, or if it already has a reply or was dismissed */
export const replyToHost = (context: WriteContext, { id }: ActedOn<string>, request: ActionRequest): Promise<Outcome> =>
  reply(context, { table: "host_reviews", key: "host_review_id", id }, request);

interface Replied {
  readonly table: "reviews" | "host_reviews";
  readonly key: "guest_review_id" | "host_review_id";
  readonly id: RecordId;
}

async function reply(
  context: WriteContext,
  { table, key, id }: Replied,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const { submittedAt, isDismissed, isErased } = await stateOf(context, table, id);
  if (isDismissed) errors.add("base", "was dismissed and can't have a reply");
  else if (submittedAt === null) errors.add("base", "is a draft and can't have a reply");
  if (isErased) errors.add("message", "can't be written: the data of the booking's guest was erased");
  const at = draft.input(submitted_at);
  if (typeof at === "number" && at > context.now) errors.add("submitted_at", "must not be in the future");
  else if (typeof at === "number" && isBefore(at, submittedAt))
    errors.add("submitted_at", "must not be before the review was submitted");
  errors.throwIfAny();
  const replyId = randomUUID();
  const columns = { [key]: id, ...(draft.sets(submitted_at) ? {} : { submitted_at: timeColumn(context.now) }) };
  await mapConstraintErrors(insertRecordAs(context, replyId, draft, columns), refusals);
  await context.transaction.run(touching[table], [context.account.id, id]);
  return { shows: reviewReply, id: replyId };
}

/** A reply touches its review, which shows it. */
const touching = {
  reviews: "update reviews set updated_at = statement_timestamp() where account_id = $1 and id = $2",
  host_reviews: "update host_reviews set updated_at = statement_timestamp() where account_id = $1 and id = $2",
};

/** Times in writes are whole seconds; those that Roost sets are not. */
const isBefore = (at: number, submitted: ReviewState["submittedAt"]): boolean =>
  submitted !== null && at < Math.floor(submitted / 1000) * 1000;
