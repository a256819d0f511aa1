import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { LiveQuote } from "../../../pricing/rates/quote/live-quote.ts";
import { reasonOf } from "../bill/agreed-prices.ts";
import { type BookingMoney, moneyOf } from "../bill/booking-money.ts";
import { finalRentalPrice } from "../bill/booking-totals.ts";
import { engineBook } from "../bill/engine-prices.ts";
import { leviedTaxes, type NewFee, type NewTax, requiredFees } from "../bill/new-lines.ts";
import { readAgreedLines, replaceLines } from "../bill/replaced-lines.ts";
import { storeParts } from "../bill/store-lines.ts";
import { booking } from "../booking.ts";
import { discountOf } from "../booking-values.ts";
import type { RentalTerms } from "../rental-terms.ts";

const { attributes } = booking;

/** The bill of a booking for another stay than the one that was agreed. */
export interface NewBill {
  readonly money: BookingMoney;
  readonly initialPrice: number;
  /** With those that stay as they were agreed. */
  readonly fees: readonly NewFee[];
  /** Those that are levied anew. */
  readonly taxes: readonly NewTax[];
}

/** A booking that gets another price. */
export interface Repriced {
  readonly id: number;
  /** What it holds; a move says nothing of prices. */
  readonly draft: Draft;
  readonly rental: RentalTerms;
  readonly quoted: LiveQuote;
}

/**
 * The bill for a new stay. The rental price is the live quote's, and the discount stays. What follows from a rental follows anew: the
 * required fees that are tied to it, and the taxes that come from the account's, also on fees that stay. What was agreed for this booking
 * stays: fees that the guest has chosen or that stand alone, and taxes that stand alone. The final price is added up anew, a given one too.
 * @returns undefined where there is no such bill; `problems` says why
 */
export async function newBill(
  context: WriteContext,
  { id, draft, rental, quoted }: Repriced,
  problems: ValidationErrors,
): Promise<NewBill | undefined> {
  if (draft.stored(attributes.unavailable) === true) {
    problems.add("reprice", "an unavailable period has no price");
    return undefined;
  }
  if (!quoted.price) {
    problems.add("reprice", `there is no price for the stay: ${quoted.refusals.map(reasonOf).join(", ")}`);
    return undefined;
  }
  const initialPrice = quoted.price.rentalPrice;
  const discount = draft.stored(attributes.discount) ?? null;
  const rentalPrice = finalRentalPrice(initialPrice, discount, rental.currency);
  const required = requiredFees(engineBook(quoted), rentalPrice);
  const agreed = await readAgreedLines(context, id, required);
  if (draft.stored(attributes.currency) !== rental.currency) {
    await refuseOtherCurrency(context, { id, draft, rental }, agreed, problems);
  }
  const fees = [...required, ...agreed.fees];
  const taxes = leviedTaxes(engineBook(quoted), rentalPrice, fees);
  const lines = { fees: fees.map(({ line }) => line), taxes: [...taxes.map(({ line }) => line), ...agreed.taxes] };
  const money = moneyOf(draft, { currency: rental.currency, initialPrice, discount }, lines, false, problems);
  return { money, initialPrice, fees, taxes };
}

/** Writes the lines of a new bill in the place of those that it replaces; the booking's own columns are the caller's. */
export async function storeNewBill(
  context: WriteContext,
  { id, rental }: Pick<Repriced, "id" | "rental">,
  { fees, taxes }: NewBill,
): Promise<void> {
  await replaceLines(context, id, fees);
  await storeParts(context, { id, rental: rental.id }, { fees, taxes, comments: [] });
}

/** Amounts of a booking that nobody can tell in another currency. */
const amounts = [
  "channel_price",
  "commission",
  "downpayment",
  "rental_payback_to_owner",
  "final_payback_to_owner",
  "reconciliation",
] as const;

/**
 * No amount becomes one of another currency by itself, and what was paid stays paid: tells each amount, line and payment that keeps a
 * booking from the currency of a rental. The deposit is no such thing: it is the other rental's then.
 * @param staying the lines that the booking would keep
 */
export async function refuseOtherCurrency(
  { transaction, account }: WriteContext,
  { id, draft, rental }: Omit<Repriced, "quoted">,
  staying: { readonly fees: readonly unknown[]; readonly taxes: readonly unknown[] },
  problems: ValidationErrors,
): Promise<void> {
  const currency = draft.stored(attributes.currency);
  const isOld = `is an amount in ${currency}: clear it first`;
  for (const name of amounts) if (typeof draft.stored(attributes[name]) === "number") problems.add(name, isOld);
  const discount = draft.stored(attributes.discount);
  if (discount && discountOf(discount)?.kind === "amount") problems.add("discount", isOld);
  const paid = await transaction.run(
    "select from bookings where account_id = $1 and id = $2 and (paid_amount <> 0 or authorized_amount <> 0 or bookings_payments_count > 0)",
    [account.id, id],
  );
  if (paid > 0) problems.add("base", `has payments in ${currency}`);
  if (staying.fees.length > 0 || staying.taxes.length > 0)
    problems.add("base", `has fees or taxes in ${currency} that would stay: they have no price in ${rental.currency}`);
}
