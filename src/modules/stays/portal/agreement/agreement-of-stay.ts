import type { Transaction } from "../../../../database/sql/transaction.ts";
import { withAccount } from "../../../../kernel/read/parameters.ts";
import { localeIn } from "../../../../kernel/values/shown-text.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import { agreementOfBooking } from "../../../property/rentals/newest-agreement.ts";
import type { AnswersKey } from "../answers.ts";

/** The agreement in force for a stay, in one language, and its guest's signature. */
export interface AgreementOfStay {
  readonly id: number;
  /** The language of the text, see `localeIn`. */
  readonly locale: string;
  readonly text: string;
  readonly signature: { readonly id: number; readonly name: string; readonly signedAt: number } | undefined;
}

type StoredAgreement = {
  id: number;
  body: Translations;
  default_locale: string;
  signature: number | null;
  signer: string | null;
  signed_at: number | null;
};

/** Reads the newest agreement of the booking, its rental or its account; undefined without a text. */
export async function agreementOfStay(
  transaction: Transaction,
  { account, booking, client }: AnswersKey,
  language: string,
): Promise<AgreementOfStay | undefined> {
  const row = await transaction.row<StoredAgreement>(
    `select agreement.id, agreement.body, accounts.default_locale, signed.id as signature, signed.name as signer, signed.signed_at
     from bookings join accounts on accounts.id = bookings.account_id
     join rental_agreements as agreement on agreement.account_id = $1 and agreement.id = ${withAccount(agreementOfBooking, "$1")}
     left join agreement_signatures as signed on signed.account_id = $1 and signed.booking_id = bookings.id
       and signed.rental_agreement_id = agreement.id and signed.client_id = $3
     where bookings.account_id = $1 and bookings.id = $2 order by signed.id limit 1`,
    [account, booking, client],
  );
  if (!row) return undefined;
  // A text in any language must be signed: the site shows it, and the door code may wait for it.
  const locale = localeIn(row.body, language, row.default_locale);
  const text = locale && row.body[locale];
  if (locale === undefined || !text) return undefined;
  const { id, signature, signer, signed_at } = row;
  const isSigned = signature !== null && signer !== null && signed_at !== null;
  return { id, locale, text, signature: isSigned ? { id: signature, name: signer, signedAt: signed_at } : undefined };
}
