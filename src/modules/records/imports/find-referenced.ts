import { plainText } from "../../../core/plain-text.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { findImported } from "./imported-records.ts";

/** Finds a record by a name or reference. Undefined: no match. "several": the name is ambiguous. */
export type Find = (name: string) => number | "several" | undefined;

/** Finds records whose names it has learned: the names of a file come in parts. */
export interface LearnedNames<F> {
  readonly learn: (names: readonly string[]) => Promise<void>;
  readonly find: F;
}

/** A name without case, accents, and more than one space between its words. */
const similarName = (name: string): string => plainText(name.replace(/\s+/g, " ").trim());

/** Finds rentals by import reference, then by name, then by a similar name. */
export async function rentalsByName(context: AccountTransaction): Promise<LearnedNames<Find>> {
  const rows = await context.transaction.rows<Named>(
    "select id, name from rentals where account_id = $1 and deleted_at is null order by id",
    [context.account.id],
  );
  const found = byName(rows);
  const similar = byName(rows.map(({ id, name }) => ({ id, name: similarName(name) })));
  const imported = new Map<string, number | undefined>();
  return {
    async learn(names) {
      const unknown = names.filter((name) => !imported.has(name));
      if (unknown.length === 0) return;
      const before = await findImported(context, "rentals", unknown);
      for (const name of unknown) imported.set(name, before.get(name)?.id);
    },
    find: (name) => imported.get(name) ?? found(name) ?? similar(similarName(name)),
  };
}

/** The facts of a rental that its bookings' lines need. */
export interface RentalFacts {
  readonly currency: string;
  readonly timeZone: string;
}

/** The account's rentals by id. */
export async function rentalFacts({ transaction, account }: AccountTransaction): Promise<Map<number, RentalFacts>> {
  const rows = await transaction.rows<{ id: number; currency: string; time_zone: string }>(
    "select id, currency, time_zone from rentals where account_id = $1 and deleted_at is null",
    [account.id],
  );
  return new Map(rows.map(({ id, currency, time_zone: timeZone }) => [id, { currency, timeZone }]));
}

/** Finds clients by import reference. */
export async function clientsByReference(context: AccountTransaction, names: readonly string[]): Promise<Find> {
  const before = await findImported(context, "clients", names);
  return (name) => before.get(name)?.id;
}

/** Finds sources by name, ignoring case. */
export async function sourcesByName(context: AccountTransaction, names: readonly string[]): Promise<Find> {
  const rows = await context.transaction.rows<Named>(
    "select id, lower(name) as name from sources where account_id = $1 and lower(name) = any ($2::text[]) order by id",
    [context.account.id, names.map((name) => name.toLowerCase())],
  );
  const found = byName(rows);
  return (name) => found(name.toLowerCase());
}

type Named = { readonly id: number; readonly name: string };

function byName(rows: readonly Named[]): Find {
  const ids = Map.groupBy(rows, ({ name }) => name);
  return (name) => {
    const [first, ...others] = ids.get(name) ?? [];
    return others.length > 0 ? "several" : first?.id;
  };
}

/** Groups rentals that block each other, directly or through others. A group is named by its lowest rental id. */
export async function linkedGroups({ transaction, account }: AccountTransaction): Promise<(rental: number) => number> {
  const rows = await transaction.rows<{ one: number; other: number }>(
    `select source_rental_id as one, destination_rental_id as other from rental_links
     where account_id = $1 and deleted_at is null order by 1, 2`,
    [account.id],
  );
  const parents = new Map<number, number>();
  const rootOf = (rental: number): number => {
    const parent = parents.get(rental);
    return parent === undefined ? rental : rootOf(parent);
  };
  for (const { one, other } of rows) {
    const [low, high] = [rootOf(one), rootOf(other)].toSorted((a, b) => a - b);
    if (low !== undefined && high !== undefined && low !== high) parents.set(high, low);
  }
  return rootOf;
}
