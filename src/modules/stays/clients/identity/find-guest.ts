import { type NameParts, namesAgree, namesEqual } from "../../../../core/names/names-agree.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { client } from "../client.ts";
import { writtenName } from "../client-name.ts";
import type { Detail } from "../detail-groups.ts";
import { guestKeys, lockGuestKeys } from "./guest-lock.ts";

const { addresses, emails, phones } = client.attributes;

/** The clients that a guest may be. */
export interface Lookup {
  /** The rental of the stay: its country reads a national telephone number. */
  readonly rental?: number | undefined;
  /** Whether a client with restricted processing may be found: the caller would learn whose address it is. */
  readonly findsRestricted?: boolean;
  /**
   * Anyone may have typed the details: only the same e-mail address counts. A stranger who knows a guest's name and number would otherwise
   * add an own address, and receive that guest's mails and portal codes.
   */
  readonly isAnonymous?: boolean;
}

/**
 * Finds the client that a guest is (bookings.md, Who a guest is): the same e-mail address, or without one the same telephone number, and a
 * matching name. Concurrent searches for the same guest wait until the transaction ends.
 * @returns its id, locked against erasure; undefined for a new guest
 */
export async function findGuest(context: WriteContext, guest: Draft, lookup: Lookup): Promise<number | undefined> {
  const traits = traitsOf(guest);
  if (traits.email === null && traits.phone === null) return undefined;
  const [, candidates] = await Promise.all([lockTraits(context, traits), readCandidates(context, traits, lookup)]);
  const isPhoneEnough = (hasEmail: boolean): boolean =>
    lookup.isAnonymous !== true && (traits.email === null || !hasEmail);
  const possible = candidates.filter(
    ({ by_email, has_email, ...name }) => (by_email || isPhoneEnough(has_email)) && namesAgree(name, traits.name),
  );
  return (possible.find((candidate) => namesEqual(candidate, traits.name)) ?? possible[0])?.id;
}

/** The data that identify a guest. */
interface Traits {
  readonly name: NameParts;
  readonly fullname: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly country: string | null;
}

function traitsOf(guest: Draft): Traits {
  const name = writtenName(guest) ?? { fullname: null, firstname: null, lastname: null };
  const [email, phone, address] = [emails, phones, addresses].map((attribute) => guest.input(attribute)?.[0]);
  return {
    name,
    fullname: name.fullname,
    email: textIn(email, "email"),
    phone: textIn(phone, "number"),
    country: textIn(phone, "country_code") ?? textIn(address, "country_code"),
  };
}

function textIn(detail: Detail | undefined, name: string): string | null {
  const text = detail?.[name];
  return typeof text === "string" && text.trim() !== "" ? text.trim() : null;
}

/**
 * Two bookings of one new guest take turns, so that the second one finds the first one's client. An import has locked the guests of all its
 * lines.
 */
async function lockTraits(context: WriteContext, traits: Traits): Promise<void> {
  if (context.isQuiet !== true) await lockGuestKeys(context, guestKeys(traits));
}

type Candidate = {
  id: number;
  firstname: string | null;
  lastname: string | null;
  by_email: boolean;
  has_email: boolean;
};

/** An address that many share, such as an agency's, has more clients than anybody should read. */
const maxCandidates = 200;

function readCandidates(
  { transaction, account, caller }: WriteContext,
  { fullname, email, phone, country }: Traits,
  { rental, findsRestricted = caller.ofAccount }: Lookup,
): Promise<Candidate[]> {
  return transaction.rows<Candidate>(
    `select clients.id, clients.firstname, clients.lastname, client_keys.key like '@%' as by_email, json_array_length(clients.emails) > 0 as has_email
     from client_keys join clients on clients.account_id = $1 and clients.id = client_keys.client_id
     where client_keys.account_id = $1 and clients.forget_me_at is null and ($2::boolean or clients.processing_restricted_at is null)
       and client_keys.key = any ((select identity_keys($3, $4,
         coalesce($5, (select country_code from rentals where account_id = $1 and id = $6::bigint))))::text[])
     order by by_email desc, (plain_text(clients.fullname) = plain_text($7)) desc nulls last, clients.id limit ${maxCandidates}
     for key share of clients`,
    [account.id, findsRestricted, email, phone, country, rental ?? null, fullname],
  );
}
