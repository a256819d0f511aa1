import { createHash } from "node:crypto";
import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** A record from an earlier import. */
export interface ImportedBefore {
  readonly id: number;
  /** SHA-256 in hex; null if it must no longer be compared. */
  readonly digest: string | null;
}

/** A record of this import, for the next import to find. */
export interface ImportedRecord {
  readonly reference: string;
  readonly id: number;
  /** Null if nothing may be kept of the line. */
  readonly digest: string | null;
}

/** A line's digest, independent of the order of its columns. */
export function digestOfLine(values: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

/** Finds a kind's imported records by reference. */
export async function findImported(
  { transaction, account }: AccountTransaction,
  kind: string,
  references: readonly string[],
): Promise<Map<string, ImportedBefore>> {
  const rows = await transaction.rows<{ external_reference: string; record_id: number; digest: string | null }>(
    `select external_reference, record_id, encode(digest, 'hex') as digest from imported_records
     where account_id = $1 and kind = $2 and external_reference = any ($3::text[])`,
    [account.id, kind, references],
  );
  return new Map(rows.map(({ external_reference, record_id: id, digest }) => [external_reference, { id, digest }]));
}

/** Saves a kind's imported records. */
export async function saveImported(
  { transaction, account }: AccountTransaction,
  kind: string,
  records: readonly ImportedRecord[],
): Promise<void> {
  if (records.length === 0) return;
  await transaction.run(
    `insert into imported_records (account_id, kind, external_reference, record_id, digest)
     select $1, $2, reference, id, decode(digest, 'hex') from unnest($3::text[], $4::bigint[], $5::text[]) as one (reference, id, digest)
     on conflict (account_id, kind, external_reference) do update set record_id = excluded.record_id, digest = excluded.digest,
       updated_at = excluded.updated_at returning account_id`,
    [
      account.id,
      kind,
      records.map(({ reference }) => reference),
      records.map(({ id }) => id),
      records.map(({ digest }) => digest),
    ],
  );
}
