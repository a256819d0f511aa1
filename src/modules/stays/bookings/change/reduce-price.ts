import { languages } from "@roost/messages/languages.ts";
import { messagesIn } from "@roost/messages/messages-in.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { priceColumn } from "../booking-columns.ts";
import type { BookingToPay } from "./paid-booking.ts";

/** The bill's line for a reduction, in each language. */
const goodwill = JSON.stringify(
  Object.fromEntries(languages.map((language) => [language, messagesIn(language)("pages.pay.lines.goodwill")])),
);

/**
 * Checks that a locked booking's price can be lowered.
 * @param reduction hundredths
 */
export async function checkReduction(
  { transaction, account }: WriteContext,
  { id, finalPrice }: BookingToPay,
  reduction: number,
  errors: ValidationErrors,
): Promise<void> {
  if (finalPrice === null || reduction > finalPrice)
    return errors.add("reduce_price", "cannot be used: the booking's final_price is lower than the refund");
  const shared = await transaction.run(
    "select from bookings where account_id = $1 and id = $2 and final_payback_to_owner <> 0 and final_payback_to_owner >= $3::numeric",
    [account.id, id, priceColumn(finalPrice - reduction)],
  );
  if (shared > 0)
    errors.add("reduce_price", "cannot be used: final_payback_to_owner would no longer be lower than final_price");
}

/**
 * Lowers a locked booking's final price by a gift (bookings.md, Payments), as a line of its bill without taxes.
 * @param reduction hundredths
 */
export async function reducePrice(
  { transaction, account, caller }: WriteContext,
  { id, finalPrice }: BookingToPay,
  reduction: number,
): Promise<void> {
  await transaction.run(
    `insert into bookings_fees (account_id, booking_id, name, kind, price, created_by_application_id)
     values ($1, $2, $3, 'other', $4, $5)`,
    [account.id, id, goodwill, priceColumn(-reduction), caller.application],
  );
  await transaction.run(
    `update bookings set final_price = $3, contract_updated_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and id = $2`,
    [account.id, id, priceColumn((finalPrice ?? 0) - reduction)],
  );
}
