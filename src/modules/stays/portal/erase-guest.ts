import { erasedText, type ForgetGuest } from "../clients/guest-data.ts";
import { agreementSignature } from "./agreement/agreement-signature.ts";
import { guestForm } from "./form/guest-form.ts";

/** Erases a guest's forms, documents and signatures, also of bookings that have another guest now. The digest of a signed text stays. */
export const eraseGuestInPortal: ForgetGuest = async ({ transaction, account }, { id }) => {
  const forms = await transaction.rows<{ id: number }>(
    `update guest_forms set guests = '[]', sealed_documents = null,
       documents_erased_at = case when sealed_documents is null then documents_erased_at else (select statement_timestamp()) end,
       updated_at = statement_timestamp()
     where account_id = $1 and client_id = $2 returning id`,
    [account.id, id],
  );
  const signatures = await transaction.rows<{ id: number }>(
    `update agreement_signatures set name = $3, ip = null, pdf = null, updated_at = statement_timestamp()
     where account_id = $1 and client_id = $2 returning id`,
    [account.id, id, erasedText],
  );
  return [
    { resource: guestForm, ids: forms.map((row) => row.id) },
    { resource: agreementSignature, ids: signatures.map((row) => row.id) },
  ];
};
