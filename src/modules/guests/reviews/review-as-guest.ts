import { dayOfInstant } from "../../../core/day.ts";
import { dayIn } from "../../../core/time-zone.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { jsonBody } from "../../../kernel/request-body.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { readBody } from "../../../kernel/write/input/read-body.ts";
import { booking as bookingResource } from "../../stays/bookings/booking.ts";
import { lockStay } from "../../stays/bookings/nights/lock-stay.ts";
import { createReview } from "./create-review.ts";
import { review } from "./review.ts";

/** A guest's review as it was typed. */
export interface TypedReview {
  /** One to five stars. */
  readonly rating: number;
  readonly title: string;
  /** Not blank. */
  readonly comment: string;
  readonly privateComment: string;
}

/** Whether the guest has reviewed a stay on the portal, or can do so now. */
export type ReviewState = "open" | "written" | "closed";

/** Reads a stay's review state: open from the day of departure on, written once. @param now epoch milliseconds */
export async function reviewStateOf(
  transaction: Transaction,
  { account, booking }: { readonly account: number; readonly booking: number },
  now: number,
): Promise<ReviewState> {
  const row = await transaction.row<{ written: boolean; open: boolean; end_at: number; time_zone: string }>(
    `select exists (select from reviews where reviews.account_id = $1 and reviews.booking_id = bookings.id and reviews.source_id is null) as written,
       bookings.booked and bookings.canceled_at is null as open, bookings.end_at, rentals.time_zone
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     where bookings.account_id = $1 and bookings.id = $2`,
    [account, booking],
  );
  if (row?.written) return "written";
  return row?.open && dayIn(row.time_zone, now) >= dayOfInstant(row.end_at) ? "open" : "closed";
}

/** Stores a guest's review from the portal. A repeated form, or one that comes too early, stores nothing. @returns whether it was stored */
export async function reviewAsGuest(context: WriteContext, booking: number, typed: TypedReview): Promise<boolean> {
  const stay = await lockStay(context, booking);
  const state = await reviewStateOf(context.transaction, { account: context.account.id, booking }, context.now);
  if (state !== "open") return false;
  const { rating, title, comment, privateComment } = typed;
  const attributes = { rating, title: title || null, comment, private_comment: privateComment || null };
  const body = { reviews: [attributes] };
  const { draft, errors } = await readBody(context, jsonBody(review), body, { resource: bookingResource, id: booking });
  await createReview(context, stay, draft, errors);
  return true;
}
