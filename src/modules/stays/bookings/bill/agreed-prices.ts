import { formatDay } from "../../../../core/day.ts";
import { formatHundredths } from "../../../../core/hundredths.ts";
import type { Quote } from "../../../../core/pricing/quote.ts";
import type { StayRefusal } from "../../../../core/pricing/restrictions.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { strictBooking } from "../strict-booking.ts";
import { checkExpectedPrice } from "./expected-price.ts";

const { final_price, price_to_pay_now, currency } = strictBooking.attributes;

/**
 * Compares a strict booking with the live quote and adds every difference to `errors`: refusals on `base`, prices on their attributes,
 * such as `{ "final_price": ["is 858.33 by the live quote, not 800.0"] }`.
 */
export function checkAgreed(draft: Draft, rentalCurrency: string, quote: Quote, errors: ValidationErrors): void {
  for (const refusal of quote.refusals) errors.add("base", `the stay is refused by ${reasonOf(refusal)}`);
  const bookedCurrency = draft.input(currency);
  if (bookedCurrency && bookedCurrency !== rentalCurrency)
    addDifference("currency", rentalCurrency, bookedCurrency, errors);
  if (!quote.price) return;
  const { finalPrice, payNow } = quote.price;
  checkPrice("final_price", finalPrice, draft.input(final_price), errors);
  checkPrice("price_to_pay_now", payNow, draft.input(price_to_pay_now), errors);
  checkExpectedPrice(draft, finalPrice, errors);
}

function checkPrice(name: string, quoted: number, booked: number | null | undefined, errors: ValidationErrors): void {
  if (typeof booked === "number" && booked !== quoted)
    addDifference(name, formatHundredths(quoted), formatHundredths(booked), errors);
}

function addDifference(name: string, quoted: string, booked: string, errors: ValidationErrors): void {
  errors.add(name, `is ${quoted} by the live quote, not ${booked}`);
}

/** Names the reason for a refusal, such as `minimum_stay (at least 3 nights)`. */
export function reasonOf(refusal: StayRefusal): string {
  switch (refusal.kind) {
    case "minimum_stay":
      return `minimum_stay (at least ${refusal.nights} nights)`;
    case "closed_to_arrival":
    case "closed_to_departure":
      return `${refusal.kind} (rate override ${refusal.override})`;
    case "sleeps_max":
      return `sleeps_max (at most ${refusal.guests} guests)`;
    case "no_rate":
      return `no_rate (the night of ${formatDay(refusal.night)} has none)`;
    case "no_exchange_rate":
      return `no_exchange_rate (there is no rate from ${refusal.from} to ${refusal.to}, which a required fee needs)`;
    case "no_nights":
    case "largest_amount":
    case "arrival_in_the_past":
      return refusal.kind;
    default:
      return `${refusal.kind} (rates rule ${refusal.rule})`;
  }
}
