import type { Includes } from "../../../kernel/read/query.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { conversation } from "../../guests/inbox/conversation.ts";
import { isOfGuest as isOfGuestInInbox } from "../../guests/inbox/guest/guests-of-conversation.ts";
import { message } from "../../guests/inbox/message.ts";
import { repliesAboutGuest, reviewsOfGuest } from "../../guests/reviews/erase-guest.ts";
import { hostReview } from "../../guests/reviews/host-review.ts";
import { review } from "../../guests/reviews/review.ts";
import { reviewReply } from "../../guests/reviews/review-reply.ts";
import { invoicesOfClient } from "../../money/invoices/guest-invoices.ts";
import { invoice } from "../../money/invoices/invoice.ts";
import { payment } from "../../money/payments/payment.ts";
import { rentalAgreement } from "../../stays/agreements/rental-agreement.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { isOfGuest } from "../../stays/inquiries/inquiries-of-guest.ts";
import { inquiry } from "../../stays/inquiries/inquiry.ts";
import { agreementSignature } from "../../stays/portal/agreement/agreement-signature.ts";
import { guestForm } from "../../stays/portal/form/guest-form.ts";
import { task } from "../../stays/tasks/task.ts";

/** A kind of records in a client's export. */
export interface ExportedPart {
  readonly resource: Resource;
  /** The relations that each record embeds. */
  readonly includes: Includes;
  /** SQL: the ids for client `$2` of account `$1`, ascending. */
  readonly ids: string;
}

/** Everything that Roost holds about a client, except the client itself. Add each new kind of guest data here. */
export const exportedParts: readonly ExportedPart[] = [
  {
    resource: booking,
    includes: { bookings_fees: {}, bookings_taxes: {}, booking_comments: {} },
    ids: "select id from bookings where account_id = $1 and client_id = $2 order by id",
  },
  {
    resource: payment,
    includes: { bookings_payments: {} },
    ids: `select payments.id from payments where payments.account_id = $1 and payments.id in (
      select bookings_payments.payment_id from bookings_payments join bookings
        on bookings_payments.account_id = $1 and bookings.id = bookings_payments.booking_id
      where bookings.account_id = $1 and bookings.client_id = $2) order by id`,
  },
  { resource: invoice, includes: {}, ids: invoicesOfClient },
  {
    resource: inquiry,
    includes: {},
    ids: `select id from inquiries where account_id = $1 and ${isOfGuest} order by id`,
  },
  {
    resource: conversation,
    includes: { participants: {} },
    ids: `select id from conversations where account_id = $1 and ${isOfGuestInInbox} order by id`,
  },
  {
    resource: message,
    includes: { attachments: {} },
    ids: `select messages.id from messages
      join conversations on conversations.account_id = $1 and conversations.id = messages.conversation_id
      where messages.account_id = $1 and ${isOfGuestInInbox} order by messages.id`,
  },
  {
    resource: rentalAgreement,
    includes: {},
    ids: `select id from rental_agreements where account_id = $1 and booking_id in (
      select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2) order by id`,
  },
  ...[guestForm, agreementSignature].map((resource) => ({
    resource,
    includes: {},
    ids: `select id from ${resource.table} where account_id = $1 and client_id = $2 order by id`,
  })),
  {
    resource: task,
    includes: { task_photos: {} },
    ids: `select id from tasks where account_id = $1 and booking_id in (
      select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2) order by id`,
  },
  {
    resource: review,
    includes: {},
    ids: `select id from reviews where ${reviewsOfGuest("reviews")} order by id`,
  },
  {
    resource: hostReview,
    includes: {},
    ids: `select id from host_reviews where ${reviewsOfGuest("host_reviews")} order by id`,
  },
  {
    resource: reviewReply,
    includes: {},
    ids: `select id from review_replies where ${repliesAboutGuest} order by id`,
  },
];
