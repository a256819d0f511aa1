import { countryCode } from "../../../core/countries.ts";
import {
  boolean,
  currencyCode,
  date,
  id,
  integer,
  oneOf,
  string,
  text,
  time,
  timestamps,
} from "../../../kernel/attribute.ts";
import { localeSet } from "../../../kernel/locales.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { canceledAt } from "../../property/occupancy/held-nights.ts";
import { registryGatewayNames } from "../gateways/supported.ts";
import { card } from "./card/card-number.ts";
import { gatewayTypes, paymentKinds } from "./payment-kinds.ts";
import { paymentSearch } from "./payment-search.ts";

/** In minor units: the largest price of a booking, exact in a double. */
const largestAmount = 999_999_999_999;

/** SQL: the booking is not canceled and has a balance due. */
const chargeable = `(payments.canceled_at is null and payments.refunded_payment_id is null and exists (
  select from bookings_payments join bookings on bookings.account_id = :account_of(bookings_payments) and bookings.id = bookings_payments.booking_id
  where bookings_payments.account_id = :account_of(payments) and bookings_payments.payment_id = payments.id and ${canceledAt} is null
    and (bookings.final_price is null or bookings.final_price > bookings.paid_amount)))`;

/** SQL: processing is restricted for the payment's personal data or for the booking's guest. */
const restricted = `(payments.processing_restricted_at is not null or exists (
  select from bookings_payments join bookings on bookings.account_id = :account_of(bookings_payments) and bookings.id = bookings_payments.booking_id
  join clients on clients.account_id = :account_of(bookings) and clients.id = bookings.client_id
  where bookings_payments.account_id = :account_of(payments) and bookings_payments.payment_id = payments.id
    and clients.processing_restricted_at is not null))`;

/** Money for a booking: recorded, ordered from a gateway, or refunded (service.md, Payment; bookings.md, Payments). */
export const payment = defineResource("payments", {
  singular: "payment",
  description:
    "Money for a booking: a record of money paid elsewhere, an order to a gateway, or a refund with a negative amount.",
  readScopes: ["payments_write_owned", "payments_read", "payments_write"],
  attributes: {
    id: id(),
    order_id: string().readOnly().description("The order number at the gateway; null for a record."),
    gateway_type: oneOf(gatewayTypes)
      .writeOnly()
      .description(
        "PaymentGateway; PaypalExpressGateway only labels recorded payments. Required for instant-booking and service.",
      ),
    gateway_name: oneOf(registryGatewayNames)
      .writeOnly()
      .description("The gateway's gateway_name. Required for instant-booking and service."),
    transaction_id: string().description("The transaction's id at the gateway or bank."),
    address1: string({ maxLength: 100 }).personal().description("The payer's street and number."),
    address2: string({ maxLength: 100 }).personal().description("The second line of the address."),
    amount_in_cents: integer({ min: -largestAmount, max: largestAmount })
      .required()
      .description(
        "Hundredths, also in currencies of three decimals (KWD: 100 is one dinar); whole units in those without (JPY: 1 is one yen). Negative for a refund.",
      ),
    card: card()
      .unrecorded()
      .personal()
      .description("The card number. Roost stores only its last four digits: XXXX-XXXX-XXXX-1234."),
    city: string({ maxLength: 100 }).matchedByPart().personal().description("The payer's city."),
    country_code: string({ format: countryCode })
      .personal()
      .description("The payer's country, as two letters (ISO 3166-1)."),
    currency: currencyCode().required().description("The booking's currency."),
    description: string().readOnly().description("The purpose of the payment: the rental and the stay."),
    kind: oneOf(paymentKinds, "one of the payment kinds").required().description("The payment method."),
    email: string({ format: formats.email }).personal().description("The payer's e-mail address."),
    fullname: string().personal().description("The payer's name."),
    ip: string()
      .readOnly()
      .personal()
      .description("The IP address from which the guest paid on the page behind payment_url."),
    locale: string().among(localeSet).description("The payer's language: one of the account's selected_locales."),
    notes: text().personal().description("Internal notes."),
    state: string({ maxLength: 100 }).personal().description("The payer's state or province; required in the US."),
    test: boolean().readOnly().description("Whether the gateway is for testing, so no money moves."),
    zip: string({ maxLength: 10 }).personal().description("The payer's postal code."),
    credit_card_token: string()
      .unrecorded()
      .persistedByOperation()
      .personal()
      .description("The gateway's token for the card, used once. Until then, responses show its last characters."),
    offsite_payment: boolean().description("Whether the guest paid on another site."),
    locked: string()
      .readOnly()
      .description("application-<id> of the only application that may change the payment; null if unlocked."),
    chargeable: boolean()
      .from(chargeable)
      .present()
      .description("Whether a balance is due: false once the booking is canceled or fully paid."),
    ...timestamps(),
    rejected_at: time()
      .readOnly()
      .description("When the gateway declined the payment or the nights were no longer free; null if neither."),
    rejection_reason: string().readOnly().description("Why the payment was rejected; null if it was not."),
    canceled_at: time()
      .readOnly()
      .description("When the payment was canceled and stopped counting. Canceling moves no money."),
    paid_at: time().description(
      "When the money was paid, in the past. Required unless the kind is service or instant-booking.",
    ),
    disputed_at: time()
      .readOnly()
      .description(
        "When the guest disputed the payment at the gateway; null if not disputed, or if the dispute was won.",
      ),
    dispute_status: oneOf(["open", "won", "lost"])
      .readOnly()
      .description("The state of the dispute at the gateway; null for a payment that was never disputed."),
    forget_me_at: time().readOnly().description("When the payment's personal data was erased; null if it was not."),
    processing_restricted_at: time()
      .readOnly()
      .description(
        "When processing was restricted; null if it is not. Only the account's own people then see the personal data.",
      ),
    capturable_from: date().near().description("The day on which the money is captured; authorized only until then."),
    authorized_at: time().description("When the money was authorized, before its capture."),
    escrow_date: date().readOnly().description("Used only by the service's own gateway; always null."),
    refunded_payment_id: integer()
      .readOnly()
      .description("The payment that this refund returns; null for other payments."),
  },
  relations: {
    account: owner(),
    payment_gateway: one("payment_gateways")
      .writtenAs("gateway_id")
      .readBy("preferences_payments_read")
      .description("The gateway that collects the money; null for a record without one."),
    bookings: many("bookings", { through: "bookings_payments", ours: "payment_id", theirs: "booking_id" }).description(
      "The bookings that the payment is for.",
    ),
    bookings_payments: many("bookings_payments", { foreignKey: "payment_id", ended: "included" }).description(
      "Each booking's share of the payment.",
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
