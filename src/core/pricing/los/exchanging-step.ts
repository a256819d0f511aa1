import { scaled } from "../arithmetic.ts";
import { shareOfPrice } from "../fees.ts";
import type { DayPrices } from "./day-prices.ts";
import type { LinesOfDay } from "./lines-of-day.ts";

/**
 * Converts a day's prices into another currency (pricing.md §5, Exchange): each line is exchanged separately, and the final price is the
 * sum of exchanged lines.
 * @param exchanged converts a line from minor units of the book's currency
 */
export function exchangingStep({ amounts, taxes, shares }: LinesOfDay, exchanged: (amount: number) => number) {
  return ({ before, rental, final }: DayPrices): void => {
    for (let index = 0; index < final.length; index++) {
      const price = rental[index] ?? 0;
      const exchangedPrice = exchanged(price);
      // Fixed fees and their taxes are exchanged already.
      let sum = exchangedPrice + (amounts[index] ?? 0);
      for (const { byIndex } of taxes) sum += exchanged(scaled(price, byIndex[index] ?? 0));
      for (const fee of shares) {
        const share = fee.shares.byIndex[index];
        const amount = share ? shareOfPrice(price, share) * (fee.shares.quantities[index] ?? 0) : 0;
        sum += exchanged(amount);
        for (const { byIndex } of fee.taxes) sum += exchanged(scaled(amount, byIndex[index] ?? 0));
      }
      before[index] = exchanged(before[index] ?? 0);
      rental[index] = exchangedPrice;
      final[index] = sum;
    }
  };
}
