/** The amounts of a line and of a total, in response order. */
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
  "disputes_lost",
  "disputes_open",
] as const;

export type AmountName = (typeof amountNames)[number];

export const amountDescriptions: Readonly<Record<AmountName, string>> = {
  rental_revenue: "The rental's price after the discount. For a canceled stay: the money kept.",
  fees: "Fees in the final price.",
  taxes_on_top: "Taxes that no price includes.",
  difference: "The stated final price minus rental_revenue, fees and taxes_on_top.",
  final_price: "The guest's price: rental_revenue + fees + taxes_on_top + difference.",
  taxes: "All taxes, including those that prices include. They are not revenue.",
  commission: "The channel's commission on rental and fees.",
  payment_charge_commission: "The channel's payment processing charge.",
  payback_to_owner: "The owner's share.",
  kept_by_manager:
    "The manager's share: final_price - disputes_lost - taxes - commission - payment_charge_commission - payback_to_owner.",
  fees_commission: "The part of commission that applies to fees.",
  fees_payback_to_owner: "The owner's share of the fees: part of payback_to_owner, unless that was set as a whole.",
  disputes_lost:
    "The part of final_price that a lost dispute took and the guest has not paid again. It lowers payback_to_owner in proportion.",
  disputes_open: "Payments that guests dispute at the moment. For information: they still count as paid.",
};
