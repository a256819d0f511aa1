import type { Transaction } from "../../../database/sql/transaction.ts";
import { withAccount } from "../../../kernel/read/parameters.ts";
import type { Translations } from "../../../kernel/values/structure.ts";
import { agreementOfRental } from "../../property/rentals/newest-agreement.ts";
import { type RentalTerms, type TermsRow, termsOf } from "../bookings/rental-terms.ts";

/** A rental as its price page needs it. Amounts in hundredths. */
export interface SiteRental {
  readonly id: number;
  readonly name: string;
  readonly terms: RentalTerms;
  /** Days before arrival on which the damage deposit is authorized; null if only a person does it. */
  readonly depositAuthorizedBefore: number | null;
  /** The text of the agreement that guests sign, by locale; null without one. */
  readonly agreement: Translations | null;
  /** Whether a payment gateway accepts its currency. */
  readonly takesPayments: boolean;
  /** Whether a discount code applies to it. */
  readonly takesCodes: boolean;
}

type StoredRental = TermsRow & {
  readonly name: string;
  readonly authorized_before: number | null;
  readonly agreement: Translations | null;
  readonly takes_payments: boolean;
  readonly takes_codes: boolean;
};

const newestAgreement = withAccount(agreementOfRental("rentals", "rentals.id"), "$1");

/** SQL over `rentals`, with `$1` the account: its site is switched on and shows the rental. */
const isOnSite = `exists (
  select from booking_sites where booking_sites.account_id = $1 and booking_sites.enabled
    and booking_sites.deleted_at is null and (booking_sites.all_rentals or exists (
    select from booking_sites_rentals where booking_sites_rentals.account_id = $1
      and booking_sites_rentals.booking_site_id = booking_sites.id and booking_sites_rentals.rental_id = rentals.id
  ))
)`;

/** Reads a rental that guests may book on the site. @returns undefined if it is unknown, deleted or not shown */
export async function readSiteRental(
  transaction: Transaction,
  account: number,
  id: number,
): Promise<SiteRental | undefined> {
  const row = await transaction.row<StoredRental>(
    `select rentals.id, rentals.name, rentals.time_zone, coalesce(checkin_time, default_arrival_time) as checkin_time,
       coalesce(checkout_time, default_departure_time) as checkout_time, rentals.currency, damage_deposit,
       charge_damage_deposit_on_arrival, damage_deposit_collection_method, balance_due, preparation_days,
       coalesce(rentals.damage_deposit_authorized_before, accounts.damage_deposit_authorized_before) as authorized_before,
       (select body from rental_agreements where rental_agreements.account_id = $1 and rental_agreements.id = ${newestAgreement}) as agreement,
       exists (select from payment_gateways where payment_gateways.account_id = $1
         and payment_gateways.supported_currencies ? rentals.currency) as takes_payments,
       exists (select from discount_codes where discount_codes.account_id = $1 and discount_codes.canceled_at is null
         and (discount_codes.all_rentals or exists (
           select from discount_codes_rentals where discount_codes_rentals.account_id = $1
             and discount_codes_rentals.discount_code_id = discount_codes.id and discount_codes_rentals.rental_id = rentals.id
         ))) as takes_codes
     from rentals join accounts on accounts.id = rentals.account_id
     where rentals.account_id = $1 and rentals.id = $2 and rentals.deleted_at is null
       and ${isOnSite}`,
    [account, id],
  );
  return (
    row && {
      id: row.id,
      name: row.name,
      terms: termsOf(row),
      depositAuthorizedBefore: row.authorized_before,
      agreement: row.agreement,
      takesPayments: row.takes_payments,
      takesCodes: row.takes_codes,
    }
  );
}
