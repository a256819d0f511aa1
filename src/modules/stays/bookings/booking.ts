import { boolean, date, decimal, id, integer, oneOf, string, text, time } from "../../../kernel/attribute.ts";
import { ownCurrency } from "../../../kernel/currency-source.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import {
  canceledAt,
  isAhead,
  isExpiredHold,
  isLive,
  isMirror,
  isOwn,
  status,
} from "../../property/occupancy/held-nights.ts";
import { earliestRentalNow, hasJustPassed } from "../../property/occupancy/rental-clock.ts";
import { agreementOfBooking } from "../../property/rentals/newest-agreement.ts";
import { moneyAttributes } from "./bill/money-attributes.ts";
import { bookingReaders, staffReaders } from "./booking-readers.ts";
import { bookingSearch, from } from "./booking-search.ts";
import { reference } from "./booking-values.ts";
import { cancelationPenalty, freeCancelationUntil, policyOfBooking } from "./change/cancelation-terms.ts";
import { hasPassedOn } from "./clock-parameter.ts";
import { stayMoment } from "./stay-moment.ts";

const clock = () => string({ maxLength: 5, format: formats.clock }).readBy(...bookingReaders);

/** The values of `status` (bookings.md, States). */
const bookingStatuses = ["Booked", "Tentative", "Unavailable", "Canceled"] as const;

/** A stay, a hold or an unavailable period of a rental (service.md, Booking; bookings.md). */
export const booking = defineResource("bookings", {
  singular: "booking",
  description: "A guest's stay in a rental, a tentative hold, or an unavailable period, with its prices and payments.",
  readScopes: ["public", ...bookingReaders],
  attributes: {
    id: id(),
    start_at: stayMoment("bookings")
      .required()
      .persistedByOperation()
      .description(
        "Arrival, as the rental's clock shows it: `16:00Z` is four in the afternoon there. Another offset is converted. A date alone takes the check-in time.",
      ),
    end_at: stayMoment("bookings")
      .required()
      .persistedByOperation()
      .description("Departure, on the same clock. A date alone takes the rental's check-out time."),
    status: oneOf(bookingStatuses).from(status).present().description("Booked, Tentative, Unavailable or Canceled."),
    reference: reference().present().description("The booking's short reference, derived from its id."),
    booked: boolean()
      .persistedByOperation()
      .readBy(...bookingReaders)
      .present()
      .description("Whether it is a confirmed stay. Setting it ends a hold."),
    unavailable: boolean()
      .persistedByOperation()
      .readBy(...bookingReaders)
      .present()
      .description("Whether it only blocks the nights, without a guest."),
    tentative_expires_at: time()
      .persistedByOperation()
      .readBy(...staffReaders)
      .description("When the hold expires. Must be in the future when written."),
    booked_at: time().writeOnly().description("When it was confirmed. Defaults to now."),
    canceled_at: time()
      .persistedByOperation()
      .readBy(...staffReaders)
      .readAs(canceledAt)
      .description("When it was canceled and its nights became free; null while it is live."),
    cancelation_reason: string()
      .personal()
      .readBy(...bookingReaders)
      .description("Why it was canceled."),
    cancelation_message_to_guest: text()
      .personal()
      .readBy(...bookingReaders)
      .description("The message to the guest about the cancelation."),
    cancelation_message_to_channel: text()
      .personal()
      .readBy(...bookingReaders)
      .description("The message to the channel about the cancelation."),
    cancelation_penalty: decimal()
      .from(cancelationPenalty)
      .readBy(...bookingReaders)
      .description(
        "The guest's cost of canceling today, or of the actual cancelation. Null without a price or a policy; 0 for a hold.",
      ),
    free_cancelation_until: date()
      .from(freeCancelationUntil)
      .readBy(...bookingReaders)
      .description(
        "The last day of the rental's calendar on which canceling is free. Null without a policy, or if canceling was never free.",
      ),
    created_by_id: integer()
      .readOnly()
      .readBy(...bookingReaders)
      .present()
      .description("The id of its creator, a record of created_by_type."),
    created_by_type: oneOf(["Application", "User", "Booking"])
      .readOnly()
      .readBy(...bookingReaders)
      .present()
      .description("The creator's type: Application, User or Booking."),
    locked: string()
      .persistedByOperation()
      .readBy(...staffReaders)
      .description("application-<id> of the only application that may change the booking; null if unlocked."),
    owned_by_app: boolean()
      .from(`(${isOwn})`)
      .readBy(...staffReaders)
      .description("Whether the calling application created the booking."),
    adults: integer({ min: 0, max: 1000 })
      .readBy(...bookingReaders)
      .description("Number of adults; null if unknown."),
    children: integer({ min: 0, max: 1000 })
      .readBy(...bookingReaders)
      .description("Number of children; null if unknown."),
    ...moneyAttributes,
    review_requests_count: integer()
      .readOnly()
      .readBy(...staffReaders)
      .present()
      .description("How many review requests the guest has received."),
    expected_checkin_time: clock().description("When the guest wants to arrive, such as 16:30."),
    expected_checkout_time: clock().description("When the guest wants to leave, such as 10."),
    door_key_code: string()
      .readBy(...bookingReaders)
      .description("The guest's door code."),
    external_reference: string()
      .readBy(...bookingReaders)
      .description("The booking's number in another system, such as a channel's."),
    imported: boolean()
      .neverNull()
      .readBy(...bookingReaders)
      .description("Whether it was imported from another system."),
    notes: text({ maxLength: 6000 })
      .personal()
      .readBy(...bookingReaders)
      .description("Internal notes for the account's users."),
    contract_updated_at: time()
      .readOnly()
      .readBy(...staffReaders)
      .present()
      .description("When the contract's dates, guests or prices last changed."),
    created_at: time()
      .readOnly()
      .present()
      .readBy(...staffReaders)
      .description("When the record was created (UTC)."),
    updated_at: time()
      .readOnly()
      .present()
      .description("When the record last changed (UTC). updated_since compares it."),
  },
  relations: {
    account: owner(),
    rental: one("rentals").present().deletedAlong(`${isMirror} and ${isAhead}`).description("The booked rental."),
    client: one("clients")
      .writtenAs("client_id")
      .readBy(...bookingReaders)
      .description("The guest; null if unknown."),
    source: one("sources")
      .writtenAs("source_id")
      .readBy(...bookingReaders)
      .description("The booking's source; null if unknown."),
    inquiry: one("inquiries")
      .from(
        "(select inquiries.id from inquiries where inquiries.account_id = :account_of(bookings) and inquiries.booking_id = bookings.id)",
      )
      .readBy(...bookingReaders)
      .description("The inquiry it was created from."),
    rental_agreement: one("rental_agreements")
      .from(agreementOfBooking)
      .readBy(...bookingReaders)
      .description("The agreement for the guest to sign: the booking's, else the rental's, else the account's."),
    rental_cancelation_policy: one("rental_cancelation_policies")
      .from(policyOfBooking)
      .readBy(...bookingReaders)
      .description("Its copy of the cancelation policy in force when it was created; null if there was none."),
    bookings_fees: many("bookings_fees", { foreignKey: "booking_id" })
      .readBy(...bookingReaders)
      .description("Its fees."),
    bookings_taxes: many("bookings_taxes", { foreignKey: "booking_id" })
      .readBy(...bookingReaders)
      .description("Its taxes."),
    booking_comments: many("booking_comments", { foreignKey: "booking_id" })
      .readBy(...bookingReaders)
      .description("Its comments."),
    bookings_payments: many("bookings_payments", { foreignKey: "booking_id", ended: "included" })
      .readBy(...bookingReaders)
      .description("The amounts paid for it, by payment."),
    payments: many("payments", { through: "bookings_payments", ours: "booking_id", theirs: "payment_id" })
      .readBy(...bookingReaders)
      .description("Its payments."),
    conversations: many("conversations", {
      through: "conversations_bookings",
      ours: "booking_id",
      theirs: "conversation_id",
    })
      .readBy(...bookingReaders)
      .description("Its conversations."),
    bookings_tags: many("bookings_tags", {
      through: "bookings_bookings_tags",
      ours: "booking_id",
      theirs: "bookings_tag_id",
    })
      .writtenAs("bookings_tag_ids")
      .description("Its tags. A write replaces them all."),
    rentals_tags: many("rentals_tags", {
      expression:
        "array(select rentals_rentals_tags.rentals_tag_id from rentals_rentals_tags where rentals_rentals_tags.account_id = :account_of(bookings)" +
        " and rentals_rentals_tags.rental_id = bookings.rental_id order by 1 desc)",
    }).description("Its rental's tags."),
    discount_code_usage: one("discount_code_usages")
      .from(
        "(select discount_code_usages.id from discount_code_usages where discount_code_usages.account_id = :account_of(bookings)" +
          " and discount_code_usages.booking_id = bookings.id and discount_code_usages.canceled_at is null)",
      )
      .description("Its use of a discount code; null if none."),
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
      "exists (select from clients where clients.account_id = :account_of(bookings) and clients.id = bookings.client_id and clients.forget_me_at is not null)",
  },
  currency: ownCurrency(),
  deletion: {
    column: "canceled_at",
    expression: canceledAt,
    live: isLive,
    singleRead: "shown",
    listedBy: "include_canceled",
  },
  counted: {
    after: {
      parameter: "from",
      column: "bookings.end_at",
      given: from.bound,
      exceptGiven: hasPassedOn("bookings.end_at", "from", from),
      unlessGiven: earliestRentalNow,
      exceptUnlessGiven: hasJustPassed("bookings.end_at"),
    },
    except: isExpiredHold,
  },
  search: bookingSearch,
});
