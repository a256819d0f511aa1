import { dayOfInstant, millisecondsPerDay } from "../../../../../core/day.ts";
import type { AccountTransaction } from "../../../../../kernel/write/context.ts";
import { readAccount, readGuest, readRental } from "./party-facts.ts";
import type { StayFacts } from "./stay-facts.ts";
import type { TemplateFacts } from "./template-facts.ts";

type StoredInquiry = {
  rental_id: number;
  firstname: string;
  lastname: string;
  /** The client with the inquiry's address. */
  client_id: number | null;
  start_at: number | null;
  end_at: number | null;
  adults: number | null;
  children: number | null;
  source: string | null;
  currency: string;
};

/** Reads the data to render a template for an inquiry: its guest by the names that they wrote, and the stay as far as it says. */
export async function readInquiryFacts(context: AccountTransaction, id: number): Promise<TemplateFacts> {
  const { transaction, account } = context;
  const inquiry = await transaction.row<StoredInquiry>(
    `select inquiries.rental_id, inquiries.firstname, inquiries.lastname, client_with_email($1, inquiries.email) as client_id, inquiries.start_at,
       inquiries.end_at, inquiries.adults, inquiries.children, rentals.currency,
       (select sources.name from sources where sources.account_id = $1 and sources.id = inquiries.source_id) as source
     from inquiries join rentals on rentals.account_id = $1 and rentals.id = inquiries.rental_id
     where inquiries.account_id = $1 and inquiries.id = $2`,
    [account.id, id],
  );
  if (!inquiry) throw new Error(`Inquiry ${id} not found.`);
  const { rental_id, firstname, lastname, client_id: client } = inquiry;
  const guest = { conversation: undefined, client, before: undefined };
  const [known, rental, ownAccount] = await Promise.all([
    client === null ? undefined : readGuest(context, guest),
    readRental(context, undefined, rental_id),
    readAccount(context),
  ]);
  return {
    guest: {
      ...{ firstname, lastname, fullname: `${firstname} ${lastname}`, company: null, restricted: false },
      ...{ locale: known?.locale ?? null, earlierStays: known?.earlierStays ?? 0 },
    },
    ...{ host: undefined, booking: stayOf(inquiry), rental, account: ownAccount, isInquiry: true },
  };
}

function stayOf({ start_at, end_at, adults, children, source, currency }: StoredInquiry): StayFacts {
  const times = [start_at, end_at].filter((time) => time !== null);
  return {
    ...{ startAt: start_at, endAt: end_at, adults, children, source, currency },
    hasHours: times.every((time) => time % millisecondsPerDay !== 0),
    nights: start_at === null || end_at === null ? null : dayOfInstant(end_at) - dayOfInstant(start_at),
    ...{
      reference: null,
      bookedAt: null,
      price: null,
      paid: null,
      balanceDueAt: null,
      downpayment: null,
      deposit: null,
    },
    ...{ fees: [], taxes: [], payments: [] },
  };
}
