import type { AccountPlan } from "@roost/demo/plan/plan.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { AccountDependencies } from "./seed-account.ts";
import type { Dated } from "./seed-bookings.ts";
import { seedConversations } from "./seed-conversations.ts";
import type { SeededPeople } from "./seed-people.ts";
import type { SeededRental } from "./seed-rental.ts";
import { seedReviews } from "./seed-reviews.ts";

/** What is there when people begin to talk about it, in the order of the plan. */
export interface SaidAbout {
  readonly account: number;
  readonly bookings: readonly Dated[];
  readonly clients: readonly number[];
  readonly rentals: readonly SeededRental[];
  readonly people: SeededPeople;
  readonly parts: AccountDependencies;
}

/** Writes the conversations and reviews of an account. @returns the ids of the messages that are to come with a map */
export async function seedSaid(
  counter: InProcessApi,
  transaction: Transaction,
  plan: AccountPlan,
  { account, bookings, clients, rentals, people, parts }: SaidAbout,
): Promise<number[]> {
  const made = plan.bookings.map((planned, place) => ({ planned, id: idAt(bookings, place).id }));
  const guests = plan.clients.map((planned, place) => ({ planned, id: idAt(clients, place) }));
  const withMap = await seedConversations(counter, plan.conversations, {
    ...{ bookings: made, clients: guests, rentals, hosts: people.hosts },
    begunBy: (inquiry) => begunBy(transaction, account, inquiry),
  });
  await seedReviews(counter, plan.opinions, (place) => {
    const { planned, id } = idAt(made, place);
    const source = parts.sources.find(({ data }) => data === planned.visit?.source);
    if (!planned.visit || !source) throw new Error("The demo plans a review of a booking without a guest.");
    return { planned, id, source: source.id, locale: idAt(guests, planned.visit.client).planned.preferred_locale };
  });
  return withMap;
}

/** The conversation that an inquiry has begun, and the guest in it. */
async function begunBy(
  transaction: Transaction,
  account: number,
  inquiry: number,
): Promise<{ conversation: number; guest: number }> {
  const row = await transaction.row<{ conversation_id: number; id: number }>(
    `select participants.conversation_id, participants.id from conversations_inquiries
     join participants on participants.account_id = conversations_inquiries.account_id
       and participants.conversation_id = conversations_inquiries.conversation_id
     where conversations_inquiries.account_id = $1 and conversations_inquiries.inquiry_id = $2`,
    [account, inquiry],
  );
  if (!row) throw new Error(`The demo's inquiry ${inquiry} has begun no conversation.`);
  return { conversation: row.conversation_id, guest: row.id };
}

function idAt<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new Error(`The demo's plan names place ${place} of a list of ${list.length}.`);
  return found;
}
