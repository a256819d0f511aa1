import { createHash } from "node:crypto";
import { bookingReference } from "../../../../core/reference.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { lockForAnswers } from "../answers.ts";
import { agreementOfStay } from "./agreement-of-stay.ts";
import { signaturePdf } from "./signature-pdf.ts";

/** A guest's signature. */
export interface Signing {
  readonly booking: number;
  /** The guest who signs. */
  readonly client: number;
  /** The agreement that the page showed. */
  readonly agreement: number;
  /** The language of the page. */
  readonly language: string;
  /** The typed name, not blank. */
  readonly name: string;
  readonly ip: string;
}

/**
 * Signs the agreement that the guest has read, and keeps it as a PDF file. Signing twice keeps the first signature.
 * @returns false if another agreement applies now, or the booking is canceled or has another guest; then nothing is written
 */
export async function signAgreement(context: WriteContext, signing: Signing): Promise<boolean> {
  const { transaction, account, now } = context;
  const key = { account: account.id, booking: signing.booking, client: signing.client };
  if (!(await lockForAnswers(context, key))) return false;
  const stay = await transaction.row<StoredStay>(
    `select rentals.name as rental, accounts.business_name as host, bookings.start_at, bookings.end_at from bookings
     join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     join accounts on accounts.id = bookings.account_id
     where bookings.account_id = $1 and bookings.id = $2`,
    [account.id, signing.booking],
  );
  const agreement = await agreementOfStay(transaction, key, signing.language);
  if (!stay || agreement?.id !== signing.agreement) return false;
  if (agreement.signature) return true;
  const digest = createHash("sha256").update(agreement.text).digest();
  const pdf = await signaturePdf({
    ...{ name: signing.name, ip: signing.ip, signedAt: now, digest: digest.toString("hex") },
    ...{ text: agreement.text, locale: agreement.locale, language: signing.language },
    ...{ rental: stay.rental, host: stay.host, startAt: stay.start_at, endAt: stay.end_at },
    reference: bookingReference(signing.booking),
  });
  await transaction.run(
    `insert into agreement_signatures (account_id, booking_id, client_id, rental_agreement_id, name, locale, digest, signed_at, ip, pdf)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      ...[account.id, signing.booking, signing.client, agreement.id, signing.name, agreement.locale, digest],
      ...[new Date(now).toISOString(), signing.ip, pdf],
    ],
  );
  return true;
}

type StoredStay = { rental: string; host: string; start_at: number; end_at: number };
