import { countryCode } from "../../../core/countries.ts";
import { currencies } from "../../../core/currencies.ts";
import { boolean, date, id, integer, oneOf, string, text, time, timestamps } from "../../../kernel/attribute.ts";
import { localeSet } from "../../../kernel/locales.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { canceledAt } from "../../property/occupancy/held-nights.ts";
import { knownGatewayNames } from "../gateways/supported.ts";
import { card } from "./card/card-number.ts";
import { gatewayTypes, paymentKinds } from "./payment-kinds.ts";
import { paymentSearch } from "./payment-search.ts";

/** The largest amount of one payment, in minor units: what a booking's price can be, and no more digits than a double has. */
const largestAmount = 999_999_999_999;

/** SQL: something is left to pay for the booking, which is not canceled. */
const chargeable = `(payments.canceled_at is null and payments.refunded_payment_id is null and exists (
  select from bookings_payments join bookings on bookings.account_id = bookings_payments.account_id and bookings.id = bookings_payments.booking_id
  where bookings_payments.account_id = payments.account_id and bookings_payments.payment_id = payments.id and ${canceledAt} is null
    and (bookings.final_price is null or bookings.final_price > bookings.paid_amount)))`;

/** SQL: the processing of the payment's personal data is restricted, or that of the guest who is paid for. */
const restricted = `(payments.processing_restricted_at is not null or exists (
  select from bookings_payments join bookings on bookings.account_id = bookings_payments.account_id and bookings.id = bookings_payments.booking_id
  join clients on clients.account_id = bookings.account_id and clients.id = bookings.client_id
  where bookings_payments.account_id = payments.account_id and bookings_payments.payment_id = payments.id
    and clients.processing_restricted_at is not null))`;

/** Money for a booking: paid, ordered from a gateway, or given back (service.md, Payment; bookings.md, Payments). */
export const payment = defineResource("payments", {
  singular: "payment",
  description:
    "Money for a booking: a record of what was paid elsewhere, an order to a gateway, or a refund, whose amount is negative.",
  readScopes: ["payments_write_owned", "payments_read", "payments_write"],
  attributes: {
    id: id(),
    order_id: string().readOnly().description("The number of an order to a gateway; null for a record."),
    gateway_type: oneOf(gatewayTypes)
      .writeOnly()
      .description("PaymentGateway; the express kind is not spoken. Needed for instant-booking and service."),
    gateway_name: oneOf(knownGatewayNames)
      .writeOnly()
      .description("The gateway's gateway_name. Needed for instant-booking and service."),
    transaction_id: string().description("What the gateway, or the bank, calls the transaction."),
    address1: string({ maxLength: 100 }).personal().description("Street and number of who pays."),
    address2: string({ maxLength: 100 }).personal().description("More of the address."),
    amount_in_cents: integer({ min: -largestAmount, max: largestAmount })
      .required()
      .description("Minor units of the currency (JPY has none: 1 is one yen); negative for a refund."),
    card: card()
      .unrecorded()
      .personal()
      .description("The card, of which only the last four digits are kept: XXXX-XXXX-XXXX-1234."),
    city: string({ maxLength: 100 }).matchedByPart().personal().description("The town of who pays."),
    country_code: string({ format: countryCode })
      .personal()
      .description("The country of who pays, in two letters (ISO 3166-1)."),
    currency: oneOf(currencies, "one of the currencies").required().description("The booking's currency."),
    description: string().readOnly().description("What it is for: the rental and the stay."),
    kind: oneOf(paymentKinds, "one of the payment kinds").required().description("How the money comes in."),
    email: string({ format: formats.email }).personal().description("The e-mail address of who pays."),
    fullname: string().personal().description("The name of who pays."),
    ip: string()
      .readOnly()
      .personal()
      .description("The address from which the guest paid on the page behind payment_url."),
    locale: string().among(localeSet).description("The language of who pays: one of the account's selected_locales."),
    notes: text().personal().description("Notes for the account's own people."),
    state: string({ maxLength: 100 }).personal().description("The state or province of who pays; needed in the US."),
    test: boolean().readOnly().description("Whether no money moves, because the gateway is one for tests."),
    zip: string({ maxLength: 10 }).personal().description("The postal code of who pays."),
    credit_card_token: string()
      .unrecorded()
      .persistedByOperation()
      .personal()
      .description("What the gateway gave for the card: used once. Its last characters are shown until then."),
    offsite_payment: boolean().description("Whether it was paid on somebody else's pages."),
    locked: string()
      .readOnly()
      .description("application-<id> of the application that alone may change the payment; null for all."),
    chargeable: boolean()
      .from(chargeable)
      .present()
      .description("Whether something is left to pay: false once the booking is canceled or fully paid."),
    ...timestamps(),
    rejected_at: time().readOnly().description("When the gateway refused it, or the nights were gone; null if not."),
    rejection_reason: string().readOnly().description("Why it was rejected; null if it was not."),
    canceled_at: time().readOnly().description("When it was canceled, and ceased to count; no money moves by that."),
    paid_at: time().description(
      "When the money was paid. Needed, and in the past, unless the kind is service or instant-booking.",
    ),
    disputed_at: time().readOnly().description("Since when the guest disputes it at the gateway; null if not."),
    forget_me_at: time().readOnly().description("When the personal data in it was erased; null while it is there."),
    processing_restricted_at: time()
      .readOnly()
      .description("Since when the personal data is shown to the account's own people only; null where it is not."),
    capturable_from: date()
      .near()
      .description("A day until which the money is only authorised, and on which it is taken."),
    authorized_at: time().description("Since when the money is set aside, and not taken yet."),
    escrow_date: date().readOnly().description("For the service's own gateway, which keeps nothing back here: null."),
    refunded_payment_id: integer().readOnly().description("Of a refund: the payment that it gives back."),
  },
  relations: {
    account: owner(),
    payment_gateway: one("payment_gateways")
      .writtenAs("gateway_id")
      .readBy("preferences_payments_read")
      .description("The gateway that takes the money; null for a record without one."),
    bookings: many("bookings", { through: "bookings_payments", ours: "payment_id", theirs: "booking_id" }).description(
      "The bookings that it pays.",
    ),
    bookings_payments: many("bookings_payments", { foreignKey: "payment_id", ended: "included" }).description(
      "How much of it is for which booking.",
    ),
  },
  personalData: { erased: "payments.forget_me_at is not null", restricted },
  ownership: {
    scope: "payments_write_owned",
    fullReaders: ["payments_read"],
    ownRows: "payments.created_by_application_id = :application",
  },
  deletion: { column: "canceled_at", singleRead: "shown", listedBy: "include_canceled" },
  counted: {},
  search: paymentSearch,
});
