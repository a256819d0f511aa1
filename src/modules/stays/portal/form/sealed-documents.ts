import Type, { type Static } from "typebox";
import { Check } from "typebox/schema";
import type { AccountScope } from "../../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";

/** The kinds of identity documents. */
export const documentKinds = ["passport", "id_card", "residence_permit"] as const;

const text = Type.String({ maxLength: 100 });

/** A guest's identity document, in the order of the names. */
export const guestDocument = Type.Object({
  name: text,
  birth_date: Type.String({ description: "YYYY-MM-DD, or empty." }),
  nationality: Type.String({ description: "Two letters, ISO 3166-1, or empty." }),
  kind: Type.Enum([...documentKinds], { type: "string" }),
  number: text,
});

const documents = Type.Array(guestDocument);

/** A guest's identity document. */
export type GuestDocument = Static<typeof guestDocument>;

const ownerOf = (account: number, booking: number): string => `guest_forms ${account} ${booking}`;

/** Encrypts a booking's documents: only the same booking's form opens them. */
export const sealDocuments = (
  secrets: Secrets,
  key: { readonly account: number; readonly booking: number },
  list: readonly GuestDocument[],
): Buffer => secrets.seal(JSON.stringify(list), ownerOf(key.account, key.booking));

/** @throws Error for another booking's documents, or if their key is missing */
export function openDocuments(
  secrets: Secrets,
  key: { readonly account: number; readonly booking: number },
  sealed: Buffer,
): readonly GuestDocument[] {
  const opened: unknown = JSON.parse(secrets.open(sealed, ownerOf(key.account, key.booking)));
  if (!Check(documents, opened)) throw new Error("A guest's documents have another form.");
  return opened;
}

/** Reseals an account's documents that use a former key, one per transaction. */
export async function resealDocuments(scope: AccountScope, secrets: Secrets, account: number): Promise<void> {
  while (await scope.transaction((transaction) => resealOne(transaction, secrets, account)));
}

async function resealOne(transaction: Transaction, secrets: Secrets, account: number): Promise<boolean> {
  const row = await transaction.row<{ id: number; booking_id: number; sealed_documents: Buffer }>(
    `select id, booking_id, sealed_documents from guest_forms
     where account_id = $1 and sealed_documents is not null and secrets_key_id <> $2 order by id limit 1 for no key update`,
    [account, secrets.keyId()],
  );
  if (!row) return false;
  const key = { account, booking: row.booking_id };
  await transaction.run("update guest_forms set sealed_documents = $3 where account_id = $1 and id = $2", [
    ...[account, row.id, sealDocuments(secrets, key, openDocuments(secrets, key, row.sealed_documents))],
  ]);
  return true;
}
