import { createHash } from "node:crypto";
import type { Database } from "../../../database/connect/database.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { signedDocument } from "../../../kernel/files/file-urls.ts";

/** A file of an invoice. */
export interface FoundDocument {
  readonly data: Buffer;
  readonly name: string;
  readonly contentType: "application/pdf" | "application/xml";
  readonly bytes: number;
  /** SHA-256. */
  readonly sha256: Buffer;
  readonly isPublic: false;
}

/** Finds an invoice's file by a signed URL's last segment. Undefined if it is invalid or its account is closed. @param now epoch milliseconds */
export async function findInvoiceDocument(
  database: Database,
  secrets: Secrets,
  token: string,
  now: number,
): Promise<FoundDocument | undefined> {
  const signed = signedDocument(secrets, token, now);
  if (!signed || signed.form === "signature") return undefined;
  const { account, id, form } = signed;
  const row = await database.within([account]).transaction(
    (transaction) =>
      transaction.row<{ number: string; data: Buffer | null }>(
        `select number, case when $3 = 'pdf' then pdf else convert_to(ubl, 'UTF8') end as data from invoices
         where account_id = $1 and id = $2 and exists (select from accounts where accounts.id = $1 and accounts.closed_at is null)`,
        [account, id, form],
      ),
    "read",
  );
  if (!row?.data) return undefined;
  return {
    data: row.data,
    name: `${fileNameOf(row.number)}.${form}`,
    contentType: form === "pdf" ? "application/pdf" : "application/xml",
    bytes: row.data.length,
    sha256: createHash("sha256").update(row.data).digest(),
    isPublic: false,
  };
}

/** A number as a file's name: a prefix may hold a slash. */
export const fileNameOf = (number: string): string => number.replace(/[^\p{L}\p{N}._-]+/gu, "-");
