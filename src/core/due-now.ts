/** A guest's payment schedule, with paid and authorized amounts. Amounts in one unit; the moment as epoch milliseconds of the rental's clock. */
export interface Payable {
  readonly finalPrice: number | null;
  readonly downpayment: number | null;
  readonly paid: number;
  readonly balanceDueAt: number | null;
}

/** The unpaid part of the price, never below zero. */
export const balanceOf = ({ finalPrice, paid }: Pick<Payable, "finalPrice" | "paid">): number =>
  Math.max(0, (finalPrice ?? 0) - paid);

/**
 * The amount that is due now (bookings.md, Payment schedule): what is left of the downpayment, and everything from the balance's due time
 * on. Without a downpayment, the balance is payable at any time.
 */
export function dueNow({ finalPrice, downpayment, paid, balanceDueAt }: Payable, rentalNow: number): number {
  const left = balanceOf({ finalPrice, paid });
  if (downpayment === null || balanceDueAt === null || balanceDueAt <= rentalNow) return left;
  const now = downpayment - paid;
  return now > 0 ? Math.min(now, left) : left;
}
