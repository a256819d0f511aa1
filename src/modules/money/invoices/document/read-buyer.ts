import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { BuyerInput } from "./buyer-input.ts";
import type { Buyer } from "./invoice-document.ts";

/** The recipient, and the guest's language. */
export interface Recipient {
  readonly buyer: Buyer;
  readonly locale: string;
}

type StoredGuest = {
  name: string | null;
  company: string | null;
  vat_number: string | null;
  email: string | null;
  reference: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country_code: string | null;
  locale: string;
};

const texts = [
  "name",
  "company",
  "vat_number",
  "email",
  "reference",
  "address1",
  "address2",
  "city",
  "state",
  "zip",
  "country_code",
] as const;

/**
 * The recipient of a booking's invoice: the guest, with the request's corrections. Locks the guest against erasure.
 * @param input a text replaces the guest's, null leaves it out
 */
export async function readBuyer(
  { transaction, account }: AccountTransaction,
  client: number | null,
  input: BuyerInput,
): Promise<Recipient> {
  const row = await transaction.row<StoredGuest>(
    `select clients.fullname as name, clients.company, clients.vat_number, clients.emails -> 0 ->> 'email' as email, null::text as reference,
       address ->> 'address1' as address1, address ->> 'address2' as address2, address ->> 'city' as city, address ->> 'state' as state,
       address ->> 'zip' as zip, address ->> 'country_code' as country_code,
       coalesce(clients.preferred_locale, accounts.default_communication_locale) as locale
     from accounts
     left join lateral (select clients.*, clients.addresses -> 0 as address from clients
       where clients.account_id = $1 and clients.id = $2 and clients.forget_me_at is null for key share) as clients on true
     where accounts.id = $1`,
    [account.id, client],
  );
  if (!row) throw new Error("The account of a write disappeared.");
  const text = (name: (typeof texts)[number]): string | null =>
    (name in input ? (input[name] ?? null) : row[name]) || null;
  return {
    locale: row.locale,
    buyer: {
      name: text("name"),
      company: text("company"),
      vat_number: text("vat_number"),
      email: text("email"),
      reference: text("reference"),
      address1: text("address1"),
      address2: text("address2"),
      city: text("city"),
      state: text("state"),
      zip: text("zip"),
      country_code: text("country_code"),
    },
  };
}
