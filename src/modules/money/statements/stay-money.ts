import { minorUnit, portionOf } from "../../../core/rounding.ts";

/** A booking's money in hundredths; null if not set. Removed fees and taxes do not count. */
export interface BookedMoney {
  readonly currency: string;
  readonly finalRentalPrice: number | null;
  readonly finalPrice: number | null;
  readonly commission: number | null;
  readonly paymentChargeCommission: number | null;
  readonly rentalPaybackToOwner: number | null;
  readonly finalPaybackToOwner: number | null;
  /** The fees in the final price. */
  readonly fees: number;
  readonly feesCommission: number;
  readonly feesPaybackToOwner: number;
  readonly taxesOnTop: number;
  /** Taxes included in the rental price, and in fee prices. */
  readonly taxesInRentalPrice: number;
  readonly taxesInFees: number;
  /** Payments less refunds and lost disputes. */
  readonly paid: number;
  /** Payments that lost disputes took, and those in open disputes. */
  readonly disputesLost: number;
  readonly disputesOpen: number;
}

/** The amounts of a statement in hundredths. `assertAddsUp` defines the two sums that hold in each line. */
export interface StatementAmounts {
  readonly rental_revenue: number;
  readonly fees: number;
  readonly taxes_on_top: number;
  /** The stated final price minus rental, fees and taxes on top. */
  readonly difference: number;
  readonly final_price: number;
  readonly taxes: number;
  readonly commission: number;
  readonly payment_charge_commission: number;
  readonly payback_to_owner: number;
  readonly kept_by_manager: number;
  /** The fee parts of `commission` and `payback_to_owner`, for information only. */
  readonly fees_commission: number;
  readonly fees_payback_to_owner: number;
  /** The part of the final price that a lost dispute took and the guest has not paid again. */
  readonly disputes_lost: number;
  /** Payments in open disputes, for information only. */
  readonly disputes_open: number;
}

/** The amounts that are spread over nights and summed; the others derive from them. */
export type BasicAmounts = Omit<StatementAmounts, "final_price" | "kept_by_manager">;

/**
 * Splits a whole stay's money. The owner gets `final_payback_to_owner` if set. Otherwise: the fees' `payback_to_owner`, plus
 * `rental_payback_to_owner` or else the final rental price less its included taxes, its commission and the payment charge. A lost dispute
 * lowers it by the fraction of the price that is gone.
 */
export function moneyOfStay(booked: BookedMoney): BasicAmounts {
  const whole = undisputedMoney(booked);
  const price = whole.rental_revenue + whole.fees + whole.taxes_on_top + whole.difference;
  const lost = Math.min(booked.disputesLost, Math.max(0, price - booked.paid));
  if (lost === 0) return whole;
  const unit = minorUnit(booked.currency);
  // The owner bears the same fraction of lost money as of the price.
  const share = portionOf(whole.payback_to_owner, Math.max(0, price - lost), price, unit);
  return { ...whole, payback_to_owner: share, disputes_lost: lost };
}

function undisputedMoney(booked: BookedMoney): BasicAmounts {
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
    disputes_lost: 0,
    disputes_open: booked.disputesOpen,
  };
}

/**
 * Splits the money kept from a canceled stay. It is rental revenue, without fees and taxes. Commissions and the owner's share keep their
 * proportion of the final price; without a price, the owner gets everything.
 * @param kept payments less refunds, in hundredths
 */
export function moneyKept(booked: BookedMoney, kept: number): BasicAmounts {
  const whole = undisputedMoney(booked);
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
    // The payments already leave the lost money out.
    disputes_lost: 0,
    disputes_open: booked.disputesOpen,
  };
}

/** Adds the derived amounts: the final price and the manager's share. */
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
    kept_by_manager: finalPrice - basic.disputes_lost - others,
    fees_commission: basic.fees_commission,
    fees_payback_to_owner: basic.fees_payback_to_owner,
    disputes_lost: basic.disputes_lost,
    disputes_open: basic.disputes_open,
  };
}
