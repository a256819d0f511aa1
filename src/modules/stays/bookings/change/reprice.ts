import { discountOf } from "../../../../core/booking-totals.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { LiveQuote } from "../../../pricing/rates/quote/live-quote.ts";
import { reasonOf } from "../bill/agreed-prices.ts";
import { type BookingMoney, discounted, moneyOf, totalAlone } from "../bill/booking-money.ts";
import { engineBook } from "../bill/engine-prices.ts";
import { leviedTaxes, type NewFee, type NewTax, requiredFees } from "../bill/new-lines.ts";
import { promisedDownpayment } from "../bill/promised-downpayment.ts";
import { storeParts } from "../bill/store-lines.ts";
import { linesOf, splitTotal } from "../bill/total-alone.ts";
import { booking } from "../booking.ts";
import type { RentalTerms } from "../rental-terms.ts";
import { readAgreedLines, replaceLines } from "./replaced-lines.ts";

const { attributes } = booking;

/** A booking's bill for a new stay. */
export interface NewBill {
  readonly money: BookingMoney;
  readonly initialPrice: number | null;
  /** Includes the agreed fees that stay. */
  readonly fees: readonly NewFee[];
  /** Newly levied taxes. */
  readonly taxes: readonly NewTax[];
  /** The new quote's, in hundredths; null without one. Undefined if the guest has paid by the earlier schedule, which then stays. */
  readonly downpayment: number | null | undefined;
}

/** A booking to reprice. */
export interface Repriced {
  readonly id: number;
  /** The stored booking; a move has no prices. */
  readonly draft: Draft;
  readonly rental: RentalTerms;
  readonly quoted: LiveQuote;
}

/**
 * Bills a new stay: the live quote's rental price, its required fees and the account's taxes. The discount, optional and standalone
 * fees and standalone taxes stay. Recalculates the final price even if an earlier write set it; a total in the move decides the rental's.
 * @returns undefined if there is no bill; `problems` says why
 */
export async function newBill(
  context: WriteContext,
  { id, draft, rental, quoted }: Repriced,
  problems: ValidationErrors,
): Promise<NewBill | undefined> {
  if (draft.stored(attributes.unavailable) === true) {
    problems.add("reprice", "cannot be used for an unavailable period, which has no price");
    return undefined;
  }
  if (!quoted.price) {
    problems.add("reprice", `the stay has no price: ${quoted.refusals.map(reasonOf).join(", ")}`);
    return undefined;
  }
  const quotedPrice = quoted.price.rentalPrice;
  const { currency } = rental;
  const discount = draft.stored(attributes.discount) ?? null;
  const agreed = await readAgreedLines(context, id, requiredFees(engineBook(quoted), quotedPrice));
  if (draft.stored(attributes.currency) !== currency) {
    await refuseOtherCurrency(context, { id, draft, rental }, agreed, problems);
  }
  const linesAt = (rentalPrice: number | null) => {
    const fees = [...requiredFees(engineBook(quoted), rentalPrice), ...agreed.fees];
    const { all, ...lines } = linesOf(fees, leviedTaxes(engineBook(quoted), rentalPrice, fees));
    return { ...lines, all: { ...all, taxes: [...all.taxes, ...agreed.taxes] } };
  };
  const total = totalAlone(draft);
  const priced = discounted(quotedPrice, discount, currency);
  const { rental: prices, lines } =
    total === undefined
      ? { rental: priced, lines: linesAt(priced.rentalPrice) }
      : splitTotal(total, { discount, currency }, linesAt);
  const money = moneyOf(draft, prices, lines.all, false, problems);
  const { fees, taxes } = lines;
  const promised = { rentalPrice: money.finalRentalPrice, finalPrice: money.finalPrice, fees, taxes };
  const downpayment = (await hasMoney(context, id))
    ? undefined
    : promisedDownpayment(engineBook(quoted), promised, quoted.rentalToday);
  return { money, initialPrice: prices.initialPrice, fees, taxes, downpayment };
}

/** Replaces the booking's lines with the new bill's. The caller writes the booking's own columns. */
export async function storeNewBill(
  context: WriteContext,
  { id, rental }: Pick<Repriced, "id" | "rental">,
  { fees, taxes }: NewBill,
): Promise<void> {
  await replaceLines(context, id, fees);
  await storeParts(context, { id, rental: rental.id }, { fees, taxes, comments: [] });
}

/** Amounts that Roost cannot convert to another currency. */
const amounts = [
  "channel_price",
  "commission",
  "rental_payback_to_owner",
  "final_payback_to_owner",
  "reconciliation",
] as const;

/**
 * Adds a problem for each amount, line and payment that prevents a change of currency. The deposit does not: the new rental's replaces it.
 * @param kept the lines that the booking would keep
 */
export async function refuseOtherCurrency(
  context: WriteContext,
  { id, draft, rental }: Omit<Repriced, "quoted">,
  kept: { readonly fees: readonly unknown[]; readonly taxes: readonly unknown[] },
  problems: ValidationErrors,
): Promise<void> {
  const currency = draft.stored(attributes.currency);
  const problem = `is an amount in ${currency}: clear it first`;
  for (const name of amounts) if (typeof draft.stored(attributes[name]) === "number") problems.add(name, problem);
  const discount = draft.stored(attributes.discount);
  if (discount && discountOf(discount)?.kind === "amount") problems.add("discount", problem);
  if (await hasMoney(context, id)) problems.add("base", `has payments in ${currency}`);
  if (kept.fees.length > 0 || kept.taxes.length > 0)
    problems.add(
      "base",
      `has fees or taxes in ${currency} that have no price in ${rental.currency}: remove them first`,
    );
}

async function hasMoney({ transaction, account }: WriteContext, id: number): Promise<boolean> {
  const found = await transaction.run(
    "select from bookings where account_id = $1 and id = $2 and (paid_amount <> 0 or authorized_amount <> 0 or bookings_payments_count > 0)",
    [account.id, id],
  );
  return found > 0;
}
