import type { Transaction } from "../../database/transaction.ts";
import type { Caller } from "../../kernel/caller.ts";
import { badRequest } from "../../kernel/errors.ts";

/** What somebody knows of a guest; at least one of them. */
export interface KnownOfClient {
  /** Words of the name or of the company, in any order. */
  readonly name: string | undefined;
  /** A part of an e-mail address. */
  readonly email: string | undefined;
  /** The end of a phone number: blanks, signs and the zeros or the + before it do not count. */
  readonly phone: string | undefined;
}

/** Fewer digits are the end of too many numbers. */
const fewestDigits = 4;

/**
 * Finds clients by what is known of them, all of which must fit; capitals do not count.
 * @returns their ids from a place on, ascending, and how many there are in all @throws RequestError 400
 */
export async function findClients(
  transaction: Transaction,
  { accounts, ofAccount = false }: Pick<Caller, "accounts" | "ofAccount">,
  known: KnownOfClient,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const values = [
    accounts,
    ofAccount,
    known.name === undefined ? null : known.name.split(/\s+/).map((word) => partOf(word)),
    known.email === undefined ? null : partOf(known.email),
    known.phone === undefined ? null : `%${digitsOf(known.phone)}`,
  ];
  // Whoever does not see restricted data does not find anybody by it either.
  const where = `
    clients.account_id = any($1::bigint[]) and ($2::boolean or clients.processing_restricted_at is null)
    and ($3::text[] is null or concat_ws(' ', clients.fullname, clients.company) ilike all ($3::text[]))
    and ($4::text is null or exists (
      select from json_array_elements(clients.emails) as element where element->>'email' ilike $4::text))
    and ($5::text is null or exists (
      select from json_array_elements(clients.phones) as element where regexp_replace(element->>'number', '\\D', '', 'g') like $5::text))`;
  const rows = await transaction.rows<{ id: number }>(
    `select clients.id from clients where ${where} order by clients.id offset $6::bigint limit $7::bigint`,
    [...values, offset, limit],
  );
  const counted = await transaction.row<{ count: number }>(`select count(*) from clients where ${where}`, values);
  return { ids: rows.map(({ id }) => id), total: counted?.count ?? 0 };
}

/** Every sign stands for itself: what is looked for is no pattern. */
function partOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

function digitsOf(phone: string): string {
  const digits = phone.replace(/\D/g, "").replace(/^0+/, "");
  if (digits.length < fewestDigits) throw badRequest(`The phone must have at least ${fewestDigits} digits.`);
  return digits;
}
