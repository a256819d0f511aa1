import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { noteExpectedArrival } from "../../bookings/guest/note-arrival.ts";
import { type AnswersKey, lockForAnswers } from "../answers.ts";
import { type GuestDocument, openDocuments, sealDocuments } from "./sealed-documents.ts";

/** A checked form. */
export interface SubmittedForm {
  readonly names: readonly string[];
  /** Undefined keeps the stored ones. */
  readonly documents: readonly GuestDocument[] | undefined;
  /** Such as 16:30. Undefined keeps the stored hour. */
  readonly arrival: string | undefined;
}

/** A stored form, without its documents. */
export interface StoredForm {
  readonly names: readonly string[];
  readonly hasDocuments: boolean;
}

/** Reads a guest's form for a booking; undefined before the first. */
export async function readGuestForm(
  transaction: Transaction,
  { account, booking, client }: AnswersKey,
): Promise<StoredForm | undefined> {
  const row = await transaction.row<{ guests: string[]; has_documents: boolean }>(
    `select guests, sealed_documents is not null as has_documents from guest_forms
     where account_id = $1 and booking_id = $2 and client_id = $3 order by submitted_at desc, id desc limit 1`,
    [account, booking, client],
  );
  return row && { names: row.guests, hasDocuments: row.has_documents };
}

/**
 * Stores a guest's form and the hour of arrival. The same form again changes nothing, and neither does a form for a booking that is canceled
 * or has another guest.
 */
export async function saveGuestForm(context: WriteContext, key: AnswersKey, form: SubmittedForm): Promise<void> {
  const { transaction, account, secrets } = context;
  const { booking, client } = key;
  if (!(await lockForAnswers(context, key))) return;
  if (form.arrival !== undefined) await noteExpectedArrival(context, booking, form.arrival);
  const stored = await transaction.row<{ id: number; guests: string[]; sealed_documents: Buffer | null }>(
    `select id, guests, sealed_documents from guest_forms
     where account_id = $1 and booking_id = $2 and client_id = $3 order by submitted_at desc, id desc limit 1 for no key update`,
    [account.id, booking, client],
  );
  const sealed = changedDocuments(secrets, key, form.documents, stored?.sealed_documents ?? null);
  if (stored && sealed === undefined && JSON.stringify(stored.guests) === JSON.stringify(form.names)) return;
  const answers = [JSON.stringify(form.names), sealed ?? null];
  if (stored)
    await transaction.run(
      `update guest_forms set guests = $3::jsonb, sealed_documents = coalesce($4::bytea, sealed_documents),
         documents_erased_at = case when $4::bytea is null then documents_erased_at end,
         submitted_at = statement_timestamp(), updated_at = statement_timestamp()
       where account_id = $1 and id = $2`,
      [account.id, stored.id, ...answers],
    );
  else
    await transaction.run(
      `insert into guest_forms (account_id, booking_id, client_id, guests, sealed_documents) values ($1, $2, $3, $4::jsonb, $5) returning id`,
      [account.id, booking, client, ...answers],
    );
}

/** @returns undefined for documents that are the stored ones, and without any */
function changedDocuments(
  secrets: Secrets,
  key: { readonly account: number; readonly booking: number },
  documents: readonly GuestDocument[] | undefined,
  stored: Buffer | null,
): Buffer | undefined {
  if (documents === undefined) return undefined;
  const isSame = stored !== null && JSON.stringify(openDocuments(secrets, key, stored)) === JSON.stringify(documents);
  return isSame ? undefined : sealDocuments(secrets, key, documents);
}
