/** The amounts of a line and of a total, in the order in which they are answered. */
export const amountNames = [
  "rental_revenue",
  "fees",
  "taxes_on_top",
  "difference",
  "final_price",
  "taxes",
  "commission",
  "payment_charge_commission",
  "payback_to_owner",
  "kept_by_manager",
  "fees_commission",
  "fees_payback_to_owner",
] as const;

export type AmountName = (typeof amountNames)[number];

/** What each of them means. */
export const amountDescriptions: Readonly<Record<AmountName, string>> = {
  rental_revenue: "The rental's price after the discount. Of a canceled stay: the money that was kept.",
  fees: "Fees in the final price.",
  taxes_on_top: "Taxes that are not contained in a price.",
  difference: "What a given final price is more (or less) than rental_revenue, fees and taxes_on_top.",
  final_price: "What the guest pays: rental_revenue + fees + taxes_on_top + difference.",
  taxes: "All taxes, also those contained in prices: they are nobody's revenue.",
  commission: "What the channel keeps, on rental and fees.",
  payment_charge_commission: "What the channel charges for processing the payment.",
  payback_to_owner: "What the owner gets.",
  kept_by_manager:
    "What is left for the manager: final_price - taxes - commission - payment_charge_commission - payback_to_owner.",
  fees_commission: "The part of commission that is on fees.",
  fees_payback_to_owner:
    "What the fees say that the owner gets of them: a part of payback_to_owner, unless that was given as a whole.",
};
