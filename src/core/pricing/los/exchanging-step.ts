import { scaled } from "../arithmetic.ts";
import { shareOfPrice } from "../fees.ts";
import type { LinesOfDay, Step } from "./lines-of-day.ts";

/**
 * All prices of a day in another currency (pricing.md §5, Exchange): each line is exchanged by itself, and the final price is the sum of
 * exchanged lines.
 * @param exchanged a line's amount, from minor units of the book's currency
 */
export function exchangingStep({ amounts, taxes, shares }: LinesOfDay, exchanged: (amount: number) => number): Step {
  return ({ before, rental, final }) => {
    for (let place = 0; place < final.length; place++) {
      const price = rental[place] ?? 0;
      const exchangedPrice = exchanged(price);
      // Of fixed fees and their taxes, exchanged already.
      let sum = exchangedPrice + (amounts[place] ?? 0);
      for (const { byPlace } of taxes) sum += exchanged(scaled(price, byPlace[place] ?? 0));
      for (const fee of shares) {
        const share = fee.shares.byPlace[place];
        const amount = share ? shareOfPrice(price, share) * (fee.shares.quantities[place] ?? 0) : 0;
        sum += exchanged(amount);
        for (const { byPlace } of fee.taxes) sum += exchanged(scaled(amount, byPlace[place] ?? 0));
      }
      before[place] = exchanged(before[place] ?? 0);
      rental[place] = exchangedPrice;
      final[place] = sum;
    }
  };
}
