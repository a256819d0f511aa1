import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { noteExpectedArrival } from "../../bookings/guest/note-arrival.ts";
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

/** Reads a booking's form; undefined before the first. */
export async function readGuestForm(
  transaction: Transaction,
  { account, booking }: { readonly account: number; readonly booking: number },
): Promise<StoredForm | undefined> {
  const row = await transaction.row<{ guests: string[]; has_documents: boolean }>(
    `select guests, sealed_documents is not null as has_documents from guest_forms where account_id = $1 and booking_id = $2`,
    [account, booking],
  );
  return row && { names: row.guests, hasDocuments: row.has_documents };
}

/** Stores a guest's form and the hour of arrival. The same form again changes nothing. The booking must not be canceled. */
export async function saveGuestForm(context: WriteContext, booking: number, form: SubmittedForm): Promise<void> {
  const { transaction, account, secrets } = context;
  const isLive = await transaction.row<{ id: number }>(
    "select id from bookings where account_id = $1 and id = $2 and canceled_at is null for no key update",
    [account.id, booking],
  );
  if (!isLive) return;
  if (form.arrival !== undefined) await noteExpectedArrival(context, booking, form.arrival);
  const key = { account: account.id, booking };
  const stored = await transaction.row<{ guests: string[]; sealed_documents: Buffer | null }>(
    "select guests, sealed_documents from guest_forms where account_id = $1 and booking_id = $2 for no key update",
    [account.id, booking],
  );
  const sealed = changedDocuments(secrets, key, form.documents, stored?.sealed_documents ?? null);
  if (stored && sealed === undefined && JSON.stringify(stored.guests) === JSON.stringify(form.names)) return;
  await transaction.run(
    `insert into guest_forms as form (account_id, booking_id, guests, sealed_documents) values ($1, $2, $3::jsonb, $4)
     on conflict (account_id, booking_id) do update set guests = excluded.guests,
       sealed_documents = coalesce(excluded.sealed_documents, form.sealed_documents),
       documents_erased_at = case when excluded.sealed_documents is null then form.documents_erased_at end,
       submitted_at = excluded.submitted_at, updated_at = excluded.updated_at
     returning id`,
    [account.id, booking, JSON.stringify(form.names), sealed ?? null],
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
