import { createHash } from "node:crypto";
import type { SiteQuote } from "../../../modules/stays/site-bookings/quote-site-stay.ts";

/**
 * Identifies the terms that a price page shows beside the price: canceling, the agreement, the damage deposit and the day of the balance.
 * A guest accepts these and no others.
 */
export function termsDigest({ penalties, rental, price, dueNow, balanceDay }: SiteQuote): string {
  const { damageDeposit, chargeDamageDepositOnArrival, damageDepositCollectionMethod } = rental.terms;
  const deposit = [damageDeposit, chargeDamageDepositOnArrival, damageDepositCollectionMethod];
  const balance = price && price.finalPrice > dueNow ? balanceDay : null;
  const shown = [penalties, rental.agreement, deposit, rental.depositAuthorizedBefore, balance];
  return createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
}
