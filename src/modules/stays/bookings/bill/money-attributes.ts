import { currencies } from "../../../../core/currencies.ts";
import { linkToken } from "../../../../kernel/access/link-tokens.ts";
import { boolean, decimal, integer, oneOf, string, time } from "../../../../kernel/attribute.ts";
import { insiders, office } from "../booking-readers.ts";
import { discount } from "../booking-values.ts";

const price = () => decimal({ min: 0 }).readBy(...insiders);

/** SQL: the page on which the guest pays, where the account takes money in the booking's currency. */
const paymentUrl = `case when not bookings.unavailable and exists (
  select from payment_gateways where payment_gateways.account_id = bookings.account_id and payment_gateways.supported_currencies ? bookings.currency
) then :base_url || '/pay/' || ${linkToken("payment", "bookings")} end`;

/** How a damage deposit is collected (enums.yaml). */
const depositMethods = ["with_service", "external", "service_damage_deposit"] as const;

/** What a booking costs, what is kept of it, and what was paid (bookings.md, Money). */
export const moneyAttributes = {
  currency: oneOf(currencies, "one of the currencies")
    .persistedByOperation()
    .readBy(...insiders)
    .present()
    .description("The currency of all of its amounts; the rental's unless told."),
  initial_price: price().description("What the rental costs before the discount."),
  initial_rental_price: decimal()
    .from("bookings.initial_price")
    .readBy(...office)
    .description("initial_price under another name."),
  discount: discount()
    .persistedByOperation()
    .readBy(...insiders)
    .description("An amount (100) or a percentage (10%) off the initial price."),
  discount_code: string({ maxLength: 50 })
    .inputOnly()
    .description("A discount code, when the booking is created: it sets the discount, and the code has a use less."),
  final_rental_price: decimal()
    .readOnly()
    .readBy(...office)
    .description("The initial price less the discount; null without a price."),
  final_price: price()
    .persistedByOperation()
    .description("What the guest pays: rental, fees and taxes. A given one stands until a fee changes."),
  channel_price: price().description("What the channel says that the guest pays; null when it does not come from one."),
  commission: decimal({ min: 0 })
    .readBy(...office)
    .description("What the channel keeps; needs final_price."),
  payment_charge_commission: decimal()
    .readOnly()
    .readBy(...insiders)
    .description(
      "What the channel charges for processing the payment; it may be a cent off until the payout is reconciled.",
    ),
  downpayment: price().description("What is due when booking; needs final_price."),
  damage_deposit: price().description("The deposit against damage; the rental's unless told."),
  charge_damage_deposit_on_arrival: boolean()
    .neverNull()
    .readBy(...insiders)
    .description("Whether the deposit is collected on arrival; as in the rental unless told."),
  damage_deposit_collection_method: oneOf(depositMethods)
    .readBy(...insiders)
    .description("How the deposit is collected; as in the rental unless told."),
  damage_deposit_external_collection_method_name: string()
    .readBy(...insiders)
    .description("By what means, when damage_deposit_collection_method is external."),
  rental_payback_to_owner: price().description("What the owner gets of the rental price; less than initial_price."),
  final_payback_to_owner: price().description("What the owner gets in all; less than final_price."),
  reconciliation: decimal()
    .readBy(...insiders)
    .description("What a payout differs by from what was expected."),
  paid_amount: decimal()
    .readOnly()
    .readBy(...office)
    .present()
    .description("The sum of what was paid."),
  authorized_amount: decimal()
    .readOnly()
    .readBy(...insiders)
    .present()
    .description("The sum of what is authorised, but not captured yet."),
  paid_or_authorized_amount: decimal()
    .from("bookings.paid_amount + bookings.authorized_amount")
    .readBy(...insiders)
    .present()
    .description("paid_amount and authorized_amount together."),
  payment_left_to_collect: decimal()
    .from("bookings.final_price - bookings.paid_amount")
    .readBy(...insiders)
    .description("final_price less paid_amount; null without a price."),
  bookings_payments_count: integer()
    .readOnly()
    .readBy(...office)
    .present()
    .description("How many payments and refunds count for it: those that are neither canceled nor rejected."),
  payment_url: string()
    .from(paymentUrl)
    .readBy(...office)
    .description("The page on which the guest can pay; null where there is none."),
  balance_due_at: time()
    .readOnly()
    .readBy(...office)
    .description("When the rest is due: the rental's balance_due days before arrival."),
};
