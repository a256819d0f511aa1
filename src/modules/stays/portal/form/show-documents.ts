import Type from "typebox";
import { integer } from "../../../../kernel/attribute.ts";
import type { ComputedAnswer, Outcome } from "../../../../kernel/route.ts";
import type { ActedOn } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { answered } from "../../../pricing/rates/quote/quote-schema.ts";
import { guestDocument, openDocuments } from "./sealed-documents.ts";

/** The response with a form's documents. */
export const guestDocuments: ComputedAnswer = {
  root: "guest_documents",
  description: "The guests' identity documents.",
  isUnstored: true,
  attributes: {
    booking_id: integer().readOnly().present().description("The booking."),
    documents: answered(Type.Array(guestDocument)).description(
      "The documents, one for each guest. Empty if there are none, or for a guest with restricted data.",
    ),
  },
};

/** Decrypts a form's documents. Restricted guests' documents stay closed. */
export async function showDocuments(
  { transaction, account, secrets }: WriteContext,
  { id }: ActedOn,
): Promise<Outcome> {
  const row = await transaction.row<{ booking_id: number; sealed_documents: Buffer | null }>(
    `select guest_forms.booking_id, case when clients.processing_restricted_at is null then sealed_documents end as sealed_documents
     from guest_forms left join clients on clients.account_id = $1 and clients.id = guest_forms.client_id
     where guest_forms.account_id = $1 and guest_forms.id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`The locked form ${id} is missing.`);
  const key = { account: account.id, booking: row.booking_id };
  const documents = row.sealed_documents === null ? [] : openDocuments(secrets, key, row.sealed_documents);
  return { computes: guestDocuments, object: JSON.stringify({ booking_id: row.booking_id, documents }) };
}
