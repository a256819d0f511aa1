import { boolean, date, decimal, id, integer, oneOf, string, text, time } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import {
  canceledAt,
  isAhead,
  isLive,
  isMirror,
  isOwn,
  isUnnotedEnd,
  status,
} from "../../property/occupancy/held-nights.ts";
import { agreementOfBooking } from "../../property/rentals/newest-agreement.ts";
import { moneyAttributes } from "./bill/money-attributes.ts";
import { insiders, office } from "./booking-readers.ts";
import { bookingSearch } from "./booking-search.ts";
import { reference, stayMoment } from "./booking-values.ts";
import { cancelationPenalty, freeCancelationUntil, policyOfBooking } from "./change/cancelation-terms.ts";

const clock = () => string({ maxLength: 5, format: formats.clock }).readBy(...insiders);

/** What `status` shows (bookings.md, States). */
const bookingStatuses = ["Booked", "Tentative", "Unavailable", "Canceled"] as const;

/** A stay, a hold or a blocked period of a rental (service.md, Booking; bookings.md). */
export const booking = defineResource("bookings", {
  singular: "booking",
  description:
    "A stay of a guest in a rental, a tentative hold, or a period in which the rental is unavailable, with its money.",
  readScopes: ["public", ...insiders],
  attributes: {
    id: id(),
    start_at: stayMoment()
      .required()
      .persistedByOperation()
      .description("Arrival. A date alone takes the rental's check-in time."),
    end_at: stayMoment()
      .required()
      .persistedByOperation()
      .description("Departure. A date alone takes the rental's check-out time."),
    status: oneOf(bookingStatuses).from(status).present().description("Booked, Tentative, Unavailable or Canceled."),
    reference: reference().present().description("What people call the booking on the telephone: made from its id."),
    booked: boolean()
      .persistedByOperation()
      .readBy(...insiders)
      .present()
      .description("Whether it is a confirmed stay. Setting it ends a hold."),
    unavailable: boolean()
      .persistedByOperation()
      .readBy(...insiders)
      .present()
      .description("Whether it only keeps the nights from being sold, without a guest."),
    tentative_expires_at: time()
      .persistedByOperation()
      .readBy(...office)
      .description("When the hold ends; in the future when written."),
    booked_at: time().writeOnly().description("When it was confirmed; now unless told."),
    canceled_at: time()
      .persistedByOperation()
      .readBy(...office)
      .readAs(canceledAt)
      .description("When it was canceled, and its nights became free; null while it counts."),
    cancelation_reason: string()
      .personal()
      .readBy(...insiders)
      .description("Why it was canceled."),
    cancelation_message_to_guest: text()
      .personal()
      .readBy(...insiders)
      .description("What the guest is told about the cancelation."),
    cancelation_message_to_channel: text()
      .personal()
      .readBy(...insiders)
      .description("What the channel is told about the cancelation."),
    cancelation_penalty: decimal()
      .from(cancelationPenalty)
      .readBy(...insiders)
      .description(
        "What canceling today would cost the guest; of a canceled booking, what it cost on that day. Null without a price or a policy; a hold costs nothing.",
      ),
    free_cancelation_until: date()
      .from(freeCancelationUntil)
      .readBy(...insiders)
      .description(
        "The last day (UTC) on which canceling costs nothing; null without a policy, or when there was no such day.",
      ),
    created_by_id: integer()
      .readOnly()
      .readBy(...insiders)
      .present()
      .description("Who made it: the id of a record of created_by_type."),
    created_by_type: oneOf(["Application", "User", "Booking"])
      .readOnly()
      .readBy(...insiders)
      .present()
      .description("Application, User or Booking."),
    locked: string()
      .persistedByOperation()
      .readBy(...office)
      .description("application-<id> of the application that alone may change the booking."),
    owned_by_app: boolean()
      .from(`(${isOwn})`)
      .readBy(...office)
      .description("Whether the calling application made the booking."),
    adults: integer({ min: 0, max: 1000 })
      .readBy(...insiders)
      .description("How many adults come; null when nobody said."),
    children: integer({ min: 0, max: 1000 })
      .readBy(...insiders)
      .description("How many children come; null when nobody said."),
    ...moneyAttributes,
    review_requests_count: integer()
      .readOnly()
      .readBy(...office)
      .present()
      .description("How often the guest was asked for a review."),
    expected_checkin_time: clock().description("When the guest wants to arrive, such as 16:30."),
    expected_checkout_time: clock().description("When the guest wants to leave, such as 10."),
    door_key_code: string()
      .readBy(...insiders)
      .description("The code that opens the door for this guest."),
    external_reference: string()
      .readBy(...insiders)
      .description("The booking's number in another system, such as a channel's."),
    imported: boolean()
      .neverNull()
      .readBy(...insiders)
      .description("Whether it was taken over from another system."),
    notes: text({ maxLength: 6000 })
      .personal()
      .readBy(...insiders)
      .description("Notes for the account's own people."),
    contract_updated_at: time()
      .readOnly()
      .readBy(...office)
      .present()
      .description("When something that the guest agreed to last changed: dates, guests, prices."),
    created_at: time()
      .readOnly()
      .present()
      .readBy(...office)
      .description("When the record was created (UTC)."),
    updated_at: time()
      .readOnly()
      .present()
      .description("When the record last changed (UTC): what updated_since compares."),
  },
  relations: {
    account: owner(),
    rental: one("rentals")
      .present()
      .deletedAlong(`${isMirror} and ${isAhead}`)
      .description("The rental that is booked."),
    client: one("clients")
      .writtenAs("client_id")
      .readBy(...insiders)
      .description("The guest; null when nobody said."),
    source: one("sources")
      .writtenAs("source_id")
      .readBy(...insiders)
      .description("Where the booking comes from; null when nobody said."),
    inquiry: one("inquiries")
      .from(
        "(select inquiries.id from inquiries where inquiries.account_id = bookings.account_id and inquiries.booking_id = bookings.id)",
      )
      .readBy(...insiders)
      .description("The inquiry that it came from."),
    rental_agreement: one("rental_agreements")
      .from(agreementOfBooking)
      .readBy(...insiders)
      .description("The agreement that the guest signs: its own, else its rental's, else its account's."),
    rental_cancelation_policy: one("rental_cancelation_policies")
      .from(policyOfBooking)
      .readBy(...insiders)
      .description("Its copy of the cancelation policy that held when it was made; null where there was none."),
    bookings_fees: many("bookings_fees", { foreignKey: "booking_id" })
      .readBy(...insiders)
      .description("Its fees."),
    bookings_taxes: many("bookings_taxes", { foreignKey: "booking_id" })
      .readBy(...insiders)
      .description("Its taxes."),
    booking_comments: many("booking_comments", { foreignKey: "booking_id" })
      .readBy(...insiders)
      .description("The comments on it."),
    bookings_payments: many("bookings_payments", { foreignKey: "booking_id", ended: "included" })
      .readBy(...insiders)
      .description("What was paid for it, payment by payment."),
    payments: many("payments", { through: "bookings_payments", ours: "booking_id", theirs: "payment_id" })
      .readBy(...insiders)
      .description("The payments that were made for it."),
    conversations: many("conversations", {
      through: "conversations_bookings",
      ours: "booking_id",
      theirs: "conversation_id",
    })
      .readBy(...insiders)
      .description("The conversations about it."),
    bookings_tags: many("bookings_tags", {
      through: "bookings_bookings_tags",
      ours: "booking_id",
      theirs: "bookings_tag_id",
    })
      .writtenAs("bookings_tag_ids")
      .description("Its tags; a write replaces them all."),
    rentals_tags: many("rentals_tags", {
      expression:
        "array(select rentals_rentals_tags.rentals_tag_id from rentals_rentals_tags where rentals_rentals_tags.account_id = bookings.account_id" +
        " and rentals_rentals_tags.rental_id = bookings.rental_id order by 1 desc)",
    }).description("The tags of its rental."),
    discount_code_usage: one("discount_code_usages")
      .from(
        "(select discount_code_usages.id from discount_code_usages where discount_code_usages.account_id = bookings.account_id" +
          " and discount_code_usages.booking_id = bookings.id and discount_code_usages.canceled_at is null)",
      )
      .description("The use of a discount code in it; null for none."),
  },
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: isOwn,
    others: `${isLive} and ${isAhead}`,
    othersUntilEnded: isAhead,
  },
  personalData: {
    erased:
      "exists (select from clients where clients.account_id = bookings.account_id and clients.id = bookings.client_id and clients.forget_me_at is not null)",
  },
  deletion: {
    column: "canceled_at",
    expression: canceledAt,
    live: isLive,
    singleRead: "shown",
    listedBy: "include_canceled",
  },
  counted: {
    after: { parameter: "from", column: "bookings.end_at", unlessGiven: "now()" },
    except: isUnnotedEnd,
  },
  search: bookingSearch,
});
