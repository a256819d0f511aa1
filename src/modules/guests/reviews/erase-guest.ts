import { withAccount } from "../../../kernel/read/parameters.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { type ErasedRecords, erasedText, type ForgetGuest, type Guest } from "../../stays/clients/guest-data.ts";
import { hostReview } from "./host-review.ts";
import { review } from "./review.ts";
import { reviewReply } from "./review-reply.ts";
import { guestOf } from "./reviewed-guest.ts";

/** SQL: the reviews by or about client `$2` of account `$1`. */
export const reviewsOfGuest = (table: "reviews" | "host_reviews"): string =>
  `${table}.account_id = $1 and (${table}.client_id = $2 or ${table}.booking_id in (
    select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2
  )) and ${withAccount(guestOf(table), "$1")} = $2`;

/** SQL: the replies to these reviews. */
export const repliesAboutGuest = `review_replies.account_id = $1 and (
  review_replies.guest_review_id in (select reviews.id from reviews where ${reviewsOfGuest("reviews")})
  or review_replies.host_review_id in (select host_reviews.id from host_reviews where ${reviewsOfGuest("host_reviews")}))`;

/** All reviews by or about a client, and their replies, ascending per kind. */
export async function recordsAboutGuest(context: AccountTransaction, client: number): Promise<ErasedRecords[]> {
  const { transaction, account } = context;
  const values = [account.id, client];
  const reviews = await transaction.rows<{ id: number }>(
    `select id from reviews where ${reviewsOfGuest("reviews")} order by id`,
    values,
  );
  const hostReviews = await transaction.rows<{ id: string }>(
    `select id from host_reviews where ${reviewsOfGuest("host_reviews")} order by id`,
    values,
  );
  const replies = await transaction.rows<{ id: string }>(
    `select id from review_replies where ${repliesAboutGuest} order by id`,
    values,
  );
  return [
    { resource: review, ids: reviews.map(({ id }) => id) },
    { resource: hostReview, ids: hostReviews.map(({ id }) => id) },
    { resource: reviewReply, ids: replies.map(({ id }) => id) },
  ];
}

/** Erases a guest's reviews, reviews about the guest, and the guest's name in them. Ratings stay: they are anonymous. */
export const eraseGuestInReviews: ForgetGuest = async (context, guest) => {
  await eraseTexts(context, guest);
  return recordsAboutGuest(context, guest.id);
};

/** Erases reviews first: a reply being written holds its review's lock, so it exists once that is released. */
async function eraseTexts({ transaction, account }: AccountTransaction, { id }: Guest): Promise<void> {
  const values = [account.id, id, erasedText];
  await transaction.run(
    `update reviews set title = null, comment = $3, private_comment = null, name = null, country_code = null,
       dismissal_reason = null, criteria = ${withoutComments}, updated_at = statement_timestamp()
     where ${reviewsOfGuest("reviews")}`,
    values,
  );
  await transaction.run(
    `update host_reviews set comment = case when comment is not null then $3 end, private_comment = null,
       dismissal_reason = null, criteria = ${withoutComments}, updated_at = statement_timestamp()
     where ${reviewsOfGuest("host_reviews")}`,
    values,
  );
  await transaction.run(
    `update review_replies set message = $3, updated_at = statement_timestamp() where ${repliesAboutGuest}`,
    values,
  );
}

/** SQL: the criteria with their ratings alone. */
const withoutComments = `(select jsonb_object_agg(key, case when jsonb_typeof(value) = 'object' then value || '{"comment": null}' else value end)
  from jsonb_each(criteria))`;
