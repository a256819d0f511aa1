/** A rental's defaults for its bookings. */
export interface RentalTerms {
  readonly id: number;
  readonly timeZone: string;
  /** Hours of the day, below 24. */
  readonly arrivalTime: number;
  readonly departureTime: number;
  readonly currency: string;
  readonly damageDeposit: number | null;
  readonly chargeDamageDepositOnArrival: boolean;
  readonly damageDepositCollectionMethod: string | null;
  /** Days before arrival at which the balance is due. */
  readonly balanceDue: number;
  /** Nights before and after each stay that other stays must leave free. */
  readonly preparationDays: number;
}

/** The columns that a rental's terms come from. */
export type TermsRow = {
  readonly id: number;
  readonly time_zone: string;
  /** The rental's times, else the account's. */
  readonly checkin_time: number;
  readonly checkout_time: number;
  readonly currency: string;
  readonly damage_deposit: number | null;
  readonly charge_damage_deposit_on_arrival: boolean;
  readonly damage_deposit_collection_method: string | null;
  readonly balance_due: number;
  readonly preparation_days: number;
};

/** The latest time that still falls on the same day. */
const endOfDay = 23.75;

export function termsOf(row: TermsRow): RentalTerms {
  return {
    id: row.id,
    timeZone: row.time_zone,
    arrivalTime: Math.min(row.checkin_time, endOfDay),
    departureTime: Math.min(row.checkout_time, endOfDay),
    currency: row.currency,
    damageDeposit: row.damage_deposit,
    chargeDamageDepositOnArrival: row.charge_damage_deposit_on_arrival,
    damageDepositCollectionMethod: row.damage_deposit_collection_method,
    balanceDue: row.balance_due,
    preparationDays: row.preparation_days,
  };
}
