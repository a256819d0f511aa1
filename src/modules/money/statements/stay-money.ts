import { minorUnit, portionOf } from "../../../core/rounding.ts";

/** What a booking says of its money, in hundredths; null: nothing. Sums of fees and taxes count those that were not removed. */
export interface BookedMoney {
  readonly currency: string;
  readonly finalRentalPrice: number | null;
  readonly finalPrice: number | null;
  readonly commission: number | null;
  readonly paymentChargeCommission: number | null;
  readonly rentalPaybackToOwner: number | null;
  readonly finalPaybackToOwner: number | null;
  /** Of the fees that are in the final price. */
  readonly fees: number;
  readonly feesCommission: number;
  readonly feesPaybackToOwner: number;
  readonly taxesOnTop: number;
  /** Contained in the price of the rental, and in those of fees. */
  readonly taxesInRentalPrice: number;
  readonly taxesInFees: number;
}

/** The amounts of a statement, hundredths. Two sums hold in each line: see `assertAddsUp`. */
export interface StatementAmounts {
  readonly rental_revenue: number;
  readonly fees: number;
  readonly taxes_on_top: number;
  /** What a given final price is more than rental, fees and taxes on top together. */
  readonly difference: number;
  readonly final_price: number;
  readonly taxes: number;
  readonly commission: number;
  readonly payment_charge_commission: number;
  readonly payback_to_owner: number;
  readonly kept_by_manager: number;
  /** The part of `commission` that is on fees, and of `payback_to_owner` that is for fees: named, and not added anywhere. */
  readonly fees_commission: number;
  readonly fees_payback_to_owner: number;
}

/** The amounts from which the others follow: these are spread over the nights, and added up. */
export type BasicAmounts = Omit<StatementAmounts, "final_price" | "kept_by_manager">;

/**
 * What a whole stay brings, and to whom. The owner gets `final_payback_to_owner` where that is given. Otherwise the owner gets what is
 * paid back of the rental's price and of the fees: of the rental's `rental_payback_to_owner` where that is given, else its final price
 * less the taxes in it, the channel's commission on it, and the charge for the payment; of the fees their `payback_to_owner`.
 */
export function moneyOfStay(booked: BookedMoney): BasicAmounts {
  const rentalRevenue = booked.finalRentalPrice ?? 0;
  const [commission, charge] = [booked.commission ?? 0, booked.paymentChargeCommission ?? 0];
  const listed = rentalRevenue + booked.fees + booked.taxesOnTop;
  const onRental = Math.max(0, commission - booked.feesCommission);
  const ofRental = booked.rentalPaybackToOwner ?? rentalRevenue - booked.taxesInRentalPrice - onRental - charge;
  return {
    rental_revenue: rentalRevenue,
    fees: booked.fees,
    taxes_on_top: booked.taxesOnTop,
    difference: (booked.finalPrice ?? listed) - listed,
    taxes: booked.taxesOnTop + booked.taxesInRentalPrice + booked.taxesInFees,
    commission,
    payment_charge_commission: charge,
    payback_to_owner: booked.finalPaybackToOwner ?? ofRental + booked.feesPaybackToOwner,
    fees_commission: booked.feesCommission,
    fees_payback_to_owner: booked.feesPaybackToOwner,
  };
}

/**
 * What a canceled stay brings, of which money was kept. That is revenue of the rental, without fees and taxes. Commissions and the
 * owner's payback are the same part of it that they were of the final price; where there was no price, all of it is the owner's.
 * @param kept what was paid and not given back, hundredths
 */
export function moneyKept(booked: BookedMoney, kept: number): BasicAmounts {
  const whole = moneyOfStay(booked);
  const price = booked.finalPrice ?? 0;
  const unit = minorUnit(booked.currency);
  const part = (amount: number): number => (price > 0 ? portionOf(amount, Math.min(kept, price), price, unit) : 0);
  return {
    rental_revenue: kept,
    fees: 0,
    taxes_on_top: 0,
    difference: 0,
    taxes: 0,
    commission: part(whole.commission),
    payment_charge_commission: part(whole.payment_charge_commission),
    payback_to_owner: price > 0 ? part(whole.payback_to_owner) : kept,
    fees_commission: 0,
    fees_payback_to_owner: 0,
  };
}

/** Basic amounts with what follows from them: what the guest pays, and what is left for the manager. */
export function completed(basic: BasicAmounts): StatementAmounts {
  const finalPrice = basic.rental_revenue + basic.fees + basic.taxes_on_top + basic.difference;
  const others = basic.taxes + basic.commission + basic.payment_charge_commission + basic.payback_to_owner;
  return {
    rental_revenue: basic.rental_revenue,
    fees: basic.fees,
    taxes_on_top: basic.taxes_on_top,
    difference: basic.difference,
    final_price: finalPrice,
    taxes: basic.taxes,
    commission: basic.commission,
    payment_charge_commission: basic.payment_charge_commission,
    payback_to_owner: basic.payback_to_owner,
    kept_by_manager: finalPrice - others,
    fees_commission: basic.fees_commission,
    fees_payback_to_owner: basic.fees_payback_to_owner,
  };
}
