import { linkToken } from "../../../../kernel/access/link-tokens.ts";
import { boolean, currencyCode, decimal, integer, money, oneOf, string, time } from "../../../../kernel/attribute.ts";
import { bookingReaders, staffReaders } from "../booking-readers.ts";
import { discount } from "../booking-values.ts";
import { depositAuthorization, depositState } from "../schedule/deposit-plan.ts";
import { paymentSchedule, schedule } from "../schedule/payment-schedule.ts";

const price = () => money({ min: 0 }).readBy(...bookingReaders);

/** SQL: the guest's payment page, if a gateway of the account supports the booking's currency. */
const paymentUrl = `case when not bookings.unavailable and exists (
  select from payment_gateways where payment_gateways.account_id = :account_of(bookings) and payment_gateways.supported_currencies ? bookings.currency
) then :base_url || '/pay/' || ${linkToken("payment", "bookings")} end`;

/** The ways to collect a damage deposit (enums.yaml). */
const depositMethods = ["with_service", "external", "service_damage_deposit"] as const;

/** A booking's prices, commissions, deposits and payments (bookings.md, Money). */
export const moneyAttributes = {
  currency: currencyCode()
    .persistedByOperation()
    .readBy(...bookingReaders)
    .present()
    .description("The currency of all its amounts. Defaults to the rental's."),
  initial_price: price().description("The rental price before the discount."),
  initial_rental_price: decimal()
    .from("bookings.initial_price")
    .readBy(...staffReaders)
    .description("An alias of initial_price."),
  discount: discount()
    .persistedByOperation()
    .readBy(...bookingReaders)
    .description("An amount (100) or a percentage (10%) off the initial price."),
  discount_code: string({ maxLength: 50 })
    .inputOnly()
    .description(
      "A discount code, only when the booking is created. It sets the discount and consumes one use of the code.",
    ),
  final_rental_price: decimal()
    .readOnly()
    .readBy(...staffReaders)
    .description("The initial price less the discount; null without a price."),
  final_price: price()
    .persistedByOperation()
    .description("The guest's total: rental, fees and taxes. A written price stands until a fee is added or removed."),
  expected_final_price: money({ min: 0 })
    .inputOnly()
    .description(
      "The price that the caller has shown. The write is refused if final_price would differ. Null means no condition.",
    ),
  channel_price: price().description(
    "The guest's price according to the channel; null if the booking does not come from one.",
  ),
  commission: money({ min: 0 })
    .readBy(...staffReaders)
    .description("The channel's commission. Needs final_price."),
  payment_charge_commission: decimal()
    .readOnly()
    .readBy(...bookingReaders)
    .description("The channel's charge for processing the payment. May be a cent off until the payout is reconciled."),
  downpayment: price().description(
    "The amount due at booking. Defaults to the quote's price_to_pay_now, or null if the balance is already due. Needs final_price.",
  ),
  payment_schedule: schedule()
    .from(paymentSchedule)
    .readBy(...bookingReaders)
    .present()
    .description(
      "The guest's payments by due time, on the rental's clock: the downpayment, the balance and the damage deposit. Payments fill the lines in this order.",
    ),
  damage_deposit: price().description("The damage deposit. Defaults to the rental's."),
  charge_damage_deposit_on_arrival: boolean()
    .neverNull()
    .readBy(...bookingReaders)
    .description("Whether the deposit is collected on arrival. Defaults to the rental's value."),
  damage_deposit_authorization: depositState()
    .from(depositAuthorization)
    .readBy(...bookingReaders)
    .description(
      "The deposit's authorization on the guest's card. Null where none is planned or begun, and for the collection method external.",
    ),
  damage_deposit_collection_method: oneOf(depositMethods)
    .readBy(...bookingReaders)
    .description("How the deposit is collected. Defaults to the rental's value."),
  damage_deposit_external_collection_method_name: string()
    .readBy(...bookingReaders)
    .description("The collection method's name, if damage_deposit_collection_method is external."),
  rental_payback_to_owner: price().description(
    "The owner's share of the rental price. Must be less than initial_price.",
  ),
  final_payback_to_owner: price().description("The owner's total share. Must be less than final_price."),
  reconciliation: money()
    .readBy(...bookingReaders)
    .description("The difference between the received and the expected payout."),
  paid_amount: decimal()
    .readOnly()
    .readBy(...staffReaders)
    .present()
    .description("The total paid."),
  authorized_amount: decimal()
    .readOnly()
    .readBy(...bookingReaders)
    .present()
    .description("The total authorized but not yet captured."),
  paid_or_authorized_amount: decimal()
    .from("bookings.paid_amount + bookings.authorized_amount")
    .readBy(...bookingReaders)
    .present()
    .description("The sum of paid_amount and authorized_amount."),
  payment_left_to_collect: decimal()
    .from("bookings.final_price - bookings.paid_amount")
    .readBy(...bookingReaders)
    .description("final_price less paid_amount; null without a price."),
  bookings_payments_count: integer()
    .readOnly()
    .readBy(...staffReaders)
    .present()
    .description("The number of its payments and refunds that are neither canceled nor rejected."),
  payment_url: string()
    .from(paymentUrl)
    .readBy(...staffReaders)
    .description("The guest's payment page; null if there is none."),
  balance_due_at: time()
    .readOnly()
    .readBy(...staffReaders)
    .description(
      "When the balance is due: the rental's balance_due days before arrival, but not before the booking was made.",
    ),
};
