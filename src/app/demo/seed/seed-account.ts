import type { DemoAccount, DemoFee, DemoTag, DemoTax } from "@roost/demo/content/accounts.ts";
import { type DemoLocale, inLocales } from "@roost/demo/content/texts.ts";
import { formatHundredths } from "../../../core/hundredths.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { installApplication } from "../../../modules/platform/access/applications/install-application.ts";
import { everyScope } from "../../../modules/platform/access/scope-list.ts";
import { createAccount } from "../../../modules/platform/accounts/create-account.ts";
import type { InProcessApi } from "./in-process-api.ts";
import { seedRatesTables } from "./seed-rates-tables.ts";

/** Opens a demo account and installs the application in it. @returns its id */
export async function openDemoAccount(
  transaction: Transaction,
  account: DemoAccount,
  application: number,
): Promise<number> {
  const [locale] = account.locales;
  const id = await createAccount(transaction, { name: account.name, locale, locales: account.locales });
  await transaction.enter([id]);
  const columns = Object.entries(account.details);
  const set = columns.map(([column], index) => `${column} = $${index + 2}`);
  await transaction.run(`update accounts set demo = true, ${set.join(", ")} where id = $1`, [
    id,
    ...columns.map(([, value]) => value),
  ]);
  await installApplication(transaction, { account: id, application, scopes: everyScope });
  return id;
}

/** A created fee, tax or source with its id. */
export interface Kept<T> {
  readonly id: number;
  readonly data: T;
}

/** An account's records outside its rentals: ids by key, and its fees and taxes. */
export interface AccountDependencies {
  readonly rentalsTags: ReadonlyMap<string, number>;
  readonly bookingsTags: ReadonlyMap<string, number>;
  readonly sources: readonly Kept<DemoAccount["sources"][number]>[];
  readonly fees: readonly Kept<DemoFee>[];
  readonly taxes: readonly Kept<DemoTax>[];
  /** By the rentals' kind of season. */
  readonly ratesTables: ReadonlyMap<string, number>;
}

/**
 * Creates an account's tags, sources, fees, taxes and rates tables.
 * @param levied the first date on which its taxes are levied
 * @param reach the first and last date of its rates tables
 */
export async function seedAccountParts(
  counter: InProcessApi,
  account: DemoAccount,
  levied: string,
  reach: readonly [first: string, last: string],
): Promise<AccountDependencies> {
  const { locales } = account;
  const sources: Kept<DemoAccount["sources"][number]>[] = [];
  for (const [position, data] of account.sources.entries()) {
    sources.push({
      id: await counter.create("/sources", "sources", { name: data.name, position: position + 1 }),
      data,
    });
  }
  const fees: Kept<DemoFee>[] = [];
  for (const data of account.fees) fees.push({ id: await createFee(counter, data, locales), data });
  const taxes: Kept<DemoTax>[] = [];
  for (const data of account.taxes) taxes.push({ id: await createTax(counter, data, locales, levied), data });
  return {
    rentalsTags: await createTags(counter, "rentals_tags", account.rentalsTags, locales),
    bookingsTags: await createTags(counter, "bookings_tags", account.bookingsTags, locales),
    sources,
    fees,
    taxes,
    ratesTables: await seedRatesTables(
      counter,
      account.rentals.map(({ season }) => season),
      locales,
      reach,
    ),
  };
}

async function createTags(
  counter: InProcessApi,
  root: "rentals_tags" | "bookings_tags",
  tags: readonly DemoTag[],
  locales: readonly DemoLocale[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { key, name, color, logo } of tags) {
    ids.set(key, await counter.create(`/${root}`, root, { name: inLocales(name, locales), color, logo }));
  }
  return ids;
}

function createFee(counter: InProcessApi, fee: DemoFee, locales: readonly DemoLocale[]): Promise<number> {
  return counter.create("/fees", "fees", {
    name: inLocales(fee.name, locales),
    kind: fee.kind,
    rate: formatHundredths(fee.rate),
    rate_kind: fee.rateKind,
    currency: fee.currency,
    downpayment_percentage: "0",
  });
}

function createTax(
  counter: InProcessApi,
  tax: DemoTax,
  locales: readonly DemoLocale[],
  levied: string,
): Promise<number> {
  return counter.create("/taxes", "taxes", {
    name: inLocales(tax.name, locales),
    kind: "value_added",
    percentage: formatHundredths(tax.percentage),
    start_date: levied,
  });
}
