import { createHash } from "node:crypto";
import type { Database } from "../../../../database/connect/database.ts";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { signedDocument } from "../../../../kernel/files/file-urls.ts";
import type { AnswersKey } from "../answers.ts";

/** The file of a signed agreement. */
export interface FoundSignature {
  readonly data: Buffer;
  readonly name: string;
  readonly contentType: "application/pdf";
  readonly bytes: number;
  /** SHA-256. */
  readonly sha256: Buffer;
  readonly isPublic: false;
}

/** Finds a signed agreement by a signed URL's last segment. Undefined if it is invalid, erased, or its account is closed. @param now epoch milliseconds */
export async function findSignature(
  database: Database,
  secrets: Secrets,
  token: string,
  now: number,
): Promise<FoundSignature | undefined> {
  const signed = signedDocument(secrets, token, now);
  if (signed?.form !== "signature") return undefined;
  const row = await database.within([signed.account]).transaction(
    (transaction) =>
      transaction.row<{ pdf: Buffer | null }>(
        `select pdf from agreement_signatures where account_id = $1 and id = $2
           and exists (select from accounts where accounts.id = $1 and accounts.closed_at is null)`,
        [signed.account, signed.id],
      ),
    "read",
  );
  if (!row?.pdf) return undefined;
  const sha256 = createHash("sha256").update(row.pdf).digest();
  return {
    ...{ data: row.pdf, bytes: row.pdf.length, sha256, isPublic: false, contentType: "application/pdf" },
    name: `agreement-${signed.id}.pdf`,
  };
}

/** The file of a guest's signature; undefined if it is another guest's or booking's, or was erased. */
export async function signatureOfBooking(
  scope: AccountScope,
  { account, booking, client }: AnswersKey,
  id: number,
): Promise<Buffer | undefined> {
  const row = await scope.transaction(
    (transaction) =>
      transaction.row<{ pdf: Buffer | null }>(
        "select pdf from agreement_signatures where account_id = $1 and booking_id = $2 and client_id = $3 and id = $4",
        [account, booking, client, id],
      ),
    "read",
  );
  return row?.pdf ?? undefined;
}
