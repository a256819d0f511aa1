import type { LengthOfStayRule, RentalTax } from "../../../../core/pricing/rates/rate-book.ts";
import { packedRows, type Transaction } from "../../../../database/sql/transaction.ts";
import { inSlices } from "../../../../kernel/concurrency/scheduler.ts";

/** A stored tax, shared by everything it is levied on. */
interface StoredTax {
  readonly id: number;
  /** JSON text by locale. */
  readonly name: string;
  readonly percentage: number;
  readonly start_date: number;
  readonly end_date: number | null;
  readonly rules: readonly { readonly comparator: LengthOfStayRule["comparator"]; readonly value: string }[] | null;
}

/** A tax on a rental or fee. */
interface Levy {
  readonly tax: number;
  readonly isIncluded: boolean;
}

/** A rental's taxes in ascending order of tax, the rental before its fees. */
export interface TaxesOfRental {
  readonly taxes: readonly RentalTax[];
  /** JSON texts by locale, by tax id. */
  readonly names: ReadonlyMap<number, string>;
}

/** The taxes of rentals and their fees. Rentals with the same taxes share one list. */
export class Taxes {
  readonly #levied: ReadonlyMap<number, StoredTax>;
  readonly #ofRentals: ReadonlyMap<number, readonly Levy[]>;
  readonly #ofFees: ReadonlyMap<number, readonly Levy[]>;
  readonly #lists = new Map<string, TaxesOfRental>();

  constructor(
    levied: readonly StoredTax[],
    ofRentals: ReadonlyMap<number, readonly Levy[]>,
    ofFees: ReadonlyMap<number, readonly Levy[]>,
  ) {
    this.#levied = new Map(levied.map((tax) => [tax.id, tax]));
    this.#ofRentals = ofRentals;
    this.#ofFees = ofFees;
  }

  /** @param fees the ids of the rental's fees */
  of(rental: number, fees: readonly number[]): TaxesOfRental {
    const levies = this.#ofRentals.get(rental) ?? [];
    const key = `${levies.map(({ tax, isIncluded }) => `${tax}${isIncluded ? "+" : ""}`).join()};${fees.join()}`;
    const existing = this.#lists.get(key);
    if (existing) return existing;
    const list = this.#listOf(levies, new Set(fees));
    this.#lists.set(key, list);
    return list;
  }

  #listOf(levies: readonly Levy[], fees: ReadonlySet<number>): TaxesOfRental {
    const onRental = levies.map((levy) => ({ ...levy, fee: 0 }));
    const onFees = [...fees].flatMap((fee) => (this.#ofFees.get(fee) ?? []).map((levy) => ({ ...levy, fee })));
    const taxes: RentalTax[] = [];
    const names = new Map<number, string>();
    for (const { tax, isIncluded, fee } of [...onRental, ...onFees].sort((a, b) => a.tax - b.tax || a.fee - b.fee)) {
      const stored = this.#levied.get(tax);
      if (!stored) continue;
      taxes.push({
        id: tax,
        percentage: stored.percentage,
        included: isIncluded,
        taxable: fee === 0 ? { kind: "rental" } : { kind: "fee", fee },
        start: stored.start_date,
        end: stored.end_date,
        lengthOfStay: (stored.rules ?? []).map(({ comparator, value }) => ({ comparator, nights: Number(value) })),
      });
      names.set(tax, stored.name);
    }
    return { taxes, names };
  }
}

/** Reads the taxes on rentals, by rental id. */
export async function readTaxesOfRentals(
  transaction: Transaction,
  accounts: readonly number[],
  rentals: readonly number[],
): Promise<ReadonlyMap<number, readonly Levy[]>> {
  const packed = await transaction.packed(
    `select rental_id, tax_id, tax_included_in_rate from rentals_taxes
     where account_id = any($1::bigint[]) and rental_id = any($2::bigint[]) and deleted_at is null order by tax_id`,
    [accounts, rentals],
  );
  const levies = new Map<number, Levy[]>();
  await inSlices(accounts.join(), packedRows(packed), ([rental, tax, isIncluded]) =>
    levy(levies, Number(rental), { tax: Number(tax), isIncluded: isIncluded === "t" }),
  );
  return levies;
}

/** Reads the taxes on fees and combines them with those on rentals. Each tax is read once. */
export async function readTaxes(
  transaction: Transaction,
  accounts: readonly number[],
  ofRentals: ReadonlyMap<number, readonly Levy[]>,
  fees: readonly number[],
): Promise<Taxes> {
  const taxes = [...new Set([...ofRentals.values()].flatMap((levies) => levies.map(({ tax }) => tax)))];
  const [onFees, levied] = await Promise.all([
    transaction.rows<{ fee_id: number; tax_id: number; tax_included_in_rate: boolean }>(
      `select fee_id, tax_id, tax_included_in_rate from fees_taxes
       where account_id = any($1::bigint[]) and fee_id = any($2::bigint[]) and deleted_at is null`,
      [accounts, fees],
    ),
    transaction.rows<StoredTax & { [column: string]: unknown }>(
      `select id, name::text as name, percentage, start_date, end_date, (
         select json_agg(json_build_object('comparator', tax_rules.comparator, 'value', tax_rules.value)) from tax_rules
         where tax_rules.account_id = any($1::bigint[]) and tax_rules.account_id = taxes.account_id and tax_rules.tax_id = taxes.id and tax_rules.deleted_at is null
       ) as rules
       from taxes where account_id = any($1::bigint[]) and (
         id = any($2::bigint[]) or id in (
           select tax_id from fees_taxes
           where account_id = any($1::bigint[]) and fee_id = any($3::bigint[]) and deleted_at is null
         )
       )`,
      [accounts, taxes, fees],
    ),
  ]);
  const ofFees = new Map<number, Levy[]>();
  for (const { fee_id, tax_id, tax_included_in_rate } of onFees)
    levy(ofFees, fee_id, { tax: tax_id, isIncluded: tax_included_in_rate });
  return new Taxes(levied, ofRentals, ofFees);
}

function levy(levies: Map<number, Levy[]>, on: number, one: Levy): void {
  const existing = levies.get(on);
  if (existing) existing.push(one);
  else levies.set(on, [one]);
}
