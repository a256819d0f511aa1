import { currencies } from "../core/currencies.ts";
import { boolean, decimal, id, integer, oneOf, string, text, time } from "../kernel/attribute.ts";
import { awaitedMany, awaitedOne, many, one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";
import { formats } from "../kernel/values/text.ts";
import { canceledAt, isAhead, isLive, isOwn, status } from "./booking-conditions.ts";
import { bookingSearch } from "./booking-search.ts";
import { discount, reference, stayMoment } from "./booking-values.ts";

/** Who sees the inside of a booking: also the application that made it … */
const insiders = ["bookings_write_owned", "bookings_read", "bookings_write"] as const;
/** … and who sees what is the account's own affair. */
const office = ["bookings_read", "bookings_write"] as const;

const price = () => decimal({ min: 0 }).readBy(...insiders);
const clock = () => string({ maxLength: 5, format: formats.clock }).readBy(...insiders);

/** What `status` shows (bookings.md, States). */
const bookingStatuses = ["Booked", "Tentative", "Unavailable", "Canceled"] as const;

/** How a damage deposit is collected (enums.yaml). */
export const depositMethods = ["with_service", "external", "service_damage_deposit"] as const;

/** A stay, a hold or a blocked period of a rental (service.md, Booking; bookings.md). */
export const booking = defineResource("bookings", {
  singular: "booking",
  purpose:
    "A stay of a guest in a rental, a tentative hold, or a period in which the rental is unavailable, with its money.",
  readScopes: ["public", ...insiders],
  attributes: {
    id: id(),
    start_at: stayMoment().required().storedByVerb().meaning("Arrival. A date alone takes the rental's check-in time."),
    end_at: stayMoment()
      .required()
      .storedByVerb()
      .meaning("Departure. A date alone takes the rental's check-out time."),
    status: oneOf(bookingStatuses).from(status).meaning("Booked, Tentative, Unavailable or Canceled."),
    reference: reference(),
    booked: boolean()
      .storedByVerb()
      .readBy(...insiders),
    unavailable: boolean()
      .storedByVerb()
      .readBy(...insiders),
    tentative_expires_at: time()
      .storedByVerb()
      .readBy(...office)
      .meaning("When the hold ends; in the future when written."),
    booked_at: time().writeOnly(),
    canceled_at: time()
      .storedByVerb()
      .readBy(...office)
      .readAs(canceledAt),
    cancelation_reason: string().readBy(...insiders),
    cancelation_message_to_guest: text().readBy(...insiders),
    cancelation_message_to_channel: text().readBy(...insiders),
    created_by_id: integer()
      .readOnly()
      .readBy(...insiders),
    created_by_type: oneOf(["Application", "User", "Booking"])
      .readOnly()
      .readBy(...insiders),
    locked: string()
      .storedByVerb()
      .readBy(...office)
      .meaning("application-<id> of the application that alone may change the booking."),
    owned_by_app: boolean()
      .from(`(${isOwn})`)
      .readBy(...office)
      .meaning("Whether the calling application made the booking."),
    adults: integer({ min: 0, max: 1000 }).readBy(...insiders),
    children: integer({ min: 0, max: 1000 }).readBy(...insiders),
    currency: oneOf(currencies, "one of the currencies")
      .storedByVerb()
      .readBy(...insiders),
    initial_price: price().meaning("What the rental costs before the discount."),
    initial_rental_price: decimal()
      .from("bookings.initial_price")
      .readBy(...office),
    discount: discount()
      .storedByVerb()
      .readBy(...insiders)
      .meaning("An amount (100) or a percentage (10%) off the initial price."),
    discount_code: string({ maxLength: 50 })
      .forTheVerb()
      .meaning("A discount code, when the booking is created: it sets the discount, and the code has a use less."),
    final_rental_price: decimal()
      .readOnly()
      .readBy(...office)
      .meaning("The initial price less the discount."),
    final_price: price()
      .storedByVerb()
      .meaning("What the guest pays: rental, fees and taxes. A given one stands until a fee changes."),
    channel_price: price(),
    commission: decimal({ min: 0 }).readBy(...office),
    payment_charge_commission: decimal()
      .readOnly()
      .readBy(...insiders),
    downpayment: price(),
    damage_deposit: price(),
    charge_damage_deposit_on_arrival: boolean()
      .neverNull()
      .readBy(...insiders),
    damage_deposit_collection_method: oneOf(depositMethods).readBy(...insiders),
    damage_deposit_external_collection_method_name: string().readBy(...insiders),
    rental_payback_to_owner: price(),
    final_payback_to_owner: price(),
    reconciliation: decimal().readBy(...insiders),
    paid_amount: decimal()
      .readOnly()
      .readBy(...office),
    authorized_amount: decimal()
      .readOnly()
      .readBy(...insiders),
    paid_or_authorized_amount: decimal()
      .from("bookings.paid_amount + bookings.authorized_amount")
      .readBy(...insiders),
    payment_left_to_collect: decimal()
      .from("bookings.final_price - bookings.paid_amount")
      .readBy(...insiders),
    bookings_payments_count: integer()
      .readOnly()
      .readBy(...office),
    payment_url: string()
      .readOnly()
      .readBy(...office),
    balance_due_at: time()
      .readOnly()
      .readBy(...office),
    review_requests_count: integer()
      .readOnly()
      .readBy(...office),
    expected_checkin_time: clock(),
    expected_checkout_time: clock(),
    door_key_code: string().readBy(...insiders),
    external_reference: string().readBy(...insiders),
    imported: boolean()
      .neverNull()
      .readBy(...insiders),
    notes: text({ maxLength: 6000 }).readBy(...insiders),
    contract_updated_at: time()
      .readOnly()
      .readBy(...office),
    created_at: time()
      .readOnly()
      .readBy(...office),
    updated_at: time().readOnly(),
  },
  relations: {
    account: one("accounts"),
    rental: one("rentals"),
    client: one("clients")
      .writtenAs("client_id")
      .readBy(...insiders),
    source: one("sources")
      .writtenAs("source_id")
      .readBy(...insiders),
    inquiry: awaitedOne("inquiries").readBy(...insiders),
    rental_agreement: awaitedOne("rental_agreements").readBy(...insiders),
    bookings_fees: many("bookings_fees", { foreignKey: "booking_id" }).readBy(...insiders),
    bookings_taxes: many("bookings_taxes", { foreignKey: "booking_id" }).readBy(...insiders),
    booking_comments: many("booking_comments", { foreignKey: "booking_id" }).readBy(...insiders),
    bookings_payments: awaitedMany("bookings_payments").readBy(...insiders),
    payments: awaitedMany("payments").readBy(...insiders),
    conversations: awaitedMany("conversations", "inbox/conversations").readBy(...insiders),
    bookings_tags: many("bookings_tags", {
      through: "bookings_bookings_tags",
      ours: "booking_id",
      theirs: "bookings_tag_id",
    }).writtenAs("bookings_tag_ids"),
    rentals_tags: many("rentals_tags", {
      expression:
        "array(select rentals_rentals_tags.rentals_tag_id from rentals_rentals_tags where rentals_rentals_tags.account_id = bookings.account_id" +
        " and rentals_rentals_tags.rental_id = bookings.rental_id order by 1)",
    }),
    discount_code_usage: one("discount_code_usages").from(
      "(select discount_code_usages.id from discount_code_usages where discount_code_usages.account_id = bookings.account_id" +
        " and discount_code_usages.booking_id = bookings.id and discount_code_usages.canceled_at is null)",
    ),
  },
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    mine: isOwn,
    others: `${isLive} and ${isAhead}`,
    othersUntilEnded: isAhead,
  },
  deletion: {
    column: "canceled_at",
    expression: canceledAt,
    live: isLive,
    singleRead: "shown",
    listedBy: "include_canceled",
  },
  search: bookingSearch,
});
