import { scaled } from "../arithmetic.ts";
import { shareOfPrice } from "../fees.ts";
import type { DayPrices } from "./day-prices.ts";
import type { LinesOfDay } from "./lines-of-day.ts";

/**
 * All prices of a day in another currency (pricing.md §5, Exchange): each line is exchanged by itself, and the final price is the sum of
 * exchanged lines.
 * @param exchanged a line's amount, from minor units of the book's currency
 */
export function exchangingStep({ amounts, taxes, shares }: LinesOfDay, exchanged: (amount: number) => number) {
  return ({ before, rental, final }: DayPrices): void => {
    for (let index = 0; index < final.length; index++) {
      const price = rental[index] ?? 0;
      const exchangedPrice = exchanged(price);
      // Of fixed fees and their taxes, exchanged already.
      let sum = exchangedPrice + (amounts[index] ?? 0);
      for (const { byPlace } of taxes) sum += exchanged(scaled(price, byPlace[index] ?? 0));
      for (const fee of shares) {
        const share = fee.shares.byPlace[index];
        const amount = share ? shareOfPrice(price, share) * (fee.shares.quantities[index] ?? 0) : 0;
        sum += exchanged(amount);
        for (const { byPlace } of fee.taxes) sum += exchanged(scaled(amount, byPlace[index] ?? 0));
      }
      before[index] = exchanged(before[index] ?? 0);
      rental[index] = exchangedPrice;
      final[index] = sum;
    }
  };
}
