import type { Transaction } from "../../../../database/sql/transaction.ts";

/** The settings that apply to a stay. */
export interface SettingsOfStay {
  readonly asksGuests: boolean;
  readonly asksArrival: boolean;
  readonly asksDocuments: boolean;
  /** The nationality whose guests need no document; null if every guest needs one. */
  readonly documentsExcept: string | null;
  readonly releaseHours: number;
  readonly releaseNeedsPayment: boolean;
  readonly releaseNeedsAgreement: boolean;
  readonly releaseNeedsForm: boolean;
  readonly allowsCancelation: boolean;
}

/** As the columns' defaults. */
const defaults: SettingsOfStay = {
  asksGuests: true,
  asksArrival: true,
  asksDocuments: false,
  documentsExcept: null,
  releaseHours: 24,
  releaseNeedsPayment: true,
  releaseNeedsAgreement: false,
  releaseNeedsForm: false,
  allowsCancelation: true,
};

type StoredSettings = {
  asks_guests: boolean;
  asks_arrival: boolean;
  asks_documents: boolean;
  documents_except: string | null;
  release_hours: number;
  release_needs_payment: boolean;
  release_needs_agreement: boolean;
  release_needs_form: boolean;
  allows_cancelation: boolean;
};

/** Reads the settings of a rental, else of its country, else of the account, else the defaults. */
export async function settingsOfStay(
  transaction: Transaction,
  { account, rental }: { readonly account: number; readonly rental: number },
): Promise<SettingsOfStay> {
  const row = await transaction.row<StoredSettings>(
    `select asks_guests, asks_arrival, asks_documents, release_hours, release_needs_payment, release_needs_agreement,
       release_needs_form, allows_cancelation,
       case when portal_settings.documents_of = 'foreigners' then nullif(rentals.country_code, '') end as documents_except
     from rentals join portal_settings on portal_settings.account_id = $1 and portal_settings.deleted_at is null
       and (portal_settings.rental_id = rentals.id or portal_settings.rental_id is null)
       and (portal_settings.country_code = rentals.country_code or portal_settings.country_code is null)
     where rentals.account_id = $1 and rentals.id = $2
     order by portal_settings.rental_id nulls last, portal_settings.country_code nulls last limit 1`,
    [account, rental],
  );
  if (!row) return defaults;
  return {
    asksGuests: row.asks_guests,
    asksArrival: row.asks_arrival,
    asksDocuments: row.asks_documents,
    documentsExcept: row.documents_except,
    releaseHours: row.release_hours,
    releaseNeedsPayment: row.release_needs_payment,
    releaseNeedsAgreement: row.release_needs_agreement,
    releaseNeedsForm: row.release_needs_form,
    allowsCancelation: row.allows_cancelation,
  };
}
