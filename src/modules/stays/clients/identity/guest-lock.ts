import type { AccountTransaction } from "../../../../kernel/write/context.ts";

/** The contacts by which several guests may be one person. */
export interface GuestTraits {
  readonly email: string | null;
  readonly phone: string | null;
}

/** Digits that all spellings of a number share. */
const sharedDigits = 7;

/** Guests of one key may be one person. */
export function guestKeys({ email, phone }: GuestTraits): string[] {
  const digits = phone?.replace(/\D/g, "").slice(-sharedDigits);
  return [email?.trim().toLowerCase(), digits].flatMap((key) => (key ? [key] : []));
}

/** The locks of guests' keys: the keys of an account share 1,024, because an import may have more guests than the database has locks. */
export async function guestLocks({ transaction }: AccountTransaction, keys: readonly string[]): Promise<number[]> {
  if (keys.length === 0) return [];
  const rows = await transaction.rows<{ lock: number }>(
    "select distinct hashtextextended(key, 0) & 1023 as lock from unnest($1::text[]) as key",
    [keys],
  );
  return rows.map(({ lock }) => lock);
}

/** Takes locks until the transaction ends. Lock calendars first. */
export async function lockGuests(
  { transaction, account }: AccountTransaction,
  locks: readonly number[],
): Promise<void> {
  if (locks.length === 0) return;
  await transaction.run(
    `select pg_advisory_xact_lock(hashtextextended('guests ' || $1::bigint || ' ' || lock, 0))
     -- In one order, so that two transactions cannot wait for each other.
     from (select lock from unnest($2::bigint[]) as lock order by 1) as locks`,
    [account.id, locks],
  );
}

/** Locks guests until the transaction ends. Lock calendars first. */
export async function lockGuestKeys(
  { transaction, account }: AccountTransaction,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await transaction.run(
    `select pg_advisory_xact_lock(hashtextextended('guests ' || $1::bigint || ' ' || bucket, 0))
     from (
       select distinct hashtextextended(key, 0) & 1023 as bucket from unnest($2::text[]) as key
       -- In one order, so that two transactions cannot wait for each other.
       order by 1
     ) as buckets`,
    [account.id, keys],
  );
}
