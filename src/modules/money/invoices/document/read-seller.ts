import { isVatNumber } from "../../../../core/invoices/vat-number.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { Seller } from "./invoice-document.ts";

type StoredSeller = {
  name: string;
  trade_name: string;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country_code: string | null;
  vat_number: string | null;
  tax_number: string | null;
  registration_number: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  bank_account_holder: string | null;
  iban: string | null;
  bic: string | null;
  footer: string | null;
  vat_exemption_reason: string | null;
  prefix: string;
  logo_key: string | null;
};

/** The letterhead, the prefix of numbers, and the logo's key in the file store. */
export interface Letterhead {
  readonly seller: Seller;
  readonly prefix: string;
  readonly logoKey: string | null;
}

/** Reads the account's letterhead. */
export async function readLetterhead({ transaction, account }: AccountTransaction): Promise<Letterhead> {
  const row = await transaction.row<StoredSeller>(
    `select coalesce(legal_name, business_name) as name, business_name as trade_name, address1, address2, city, state, zip, country_code,
       vat_number, tax_number, registration_number, email, coalesce(phone, mobile) as phone, website, bank_account_holder, iban, bic,
       invoice_footer as footer, vat_exemption_reason, coalesce(invoice_prefix, '') as prefix,
       (select stored_files.key from account_logos
        join stored_files on stored_files.account_id = $1 and stored_files.id = account_logos.stored_file_id
        where account_logos.account_id = $1 and stored_files.ended_at is null) as logo_key
     from accounts where id = $1`,
    [account.id],
  );
  if (!row) throw new Error("The account of a write disappeared.");
  const { prefix, logo_key: logoKey, ...seller } = row;
  return { seller, prefix, logoKey };
}

/** The parts that any invoice needs and the letterhead lacks. */
export function missingFor({ address1, city, country_code }: Seller): string[] {
  const required = { address1, city, country_code };
  return Object.entries(required).flatMap(([name, value]) => (blank(value) ? [name] : []));
}

/** The parts that EN 16931 needs (BR-CO-26, BR-S-02) and the letterhead lacks. */
export function missingForUbl({ vat_number, tax_number, registration_number }: Seller, isTaxed: boolean): string[] {
  if (isTaxed && blank(vat_number) && blank(tax_number)) return ["vat_number"];
  if (!isVatNumber(vat_number) && blank(registration_number)) return ["vat_number or registration_number"];
  return [];
}

const blank = (value: string | null): boolean => value === null || value === "";
