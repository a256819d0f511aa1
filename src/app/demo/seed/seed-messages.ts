import type { AccountPlan } from "@roost/demo/plan/plan.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import type { InProcessApi } from "./in-process-api.ts";
import type { AccountDependencies } from "./seed-account.ts";
import type { Dated } from "./seed-bookings.ts";
import { seedConversations } from "./seed-conversations.ts";
import type { SeededPeople } from "./seed-people.ts";
import type { SeededRental } from "./seed-rental.ts";
import { seedReviews } from "./seed-reviews.ts";

/** The seeded records that messages and reviews refer to, in the plan's order. */
export interface SeededRecords {
  readonly account: number;
  readonly bookings: readonly Dated[];
  readonly clients: readonly number[];
  readonly rentals: readonly SeededRental[];
  readonly people: SeededPeople;
  readonly parts: AccountDependencies;
}

/** Writes an account's conversations and reviews. @returns the ids of the messages that attach the map */
export async function seedMessages(
  counter: InProcessApi,
  transaction: Transaction,
  plan: AccountPlan,
  { account, bookings, clients, rentals, people, parts }: SeededRecords,
): Promise<number[]> {
  const made = plan.bookings.map((planned, index) => ({ planned, id: itemAt(bookings, index).id }));
  const guests = plan.clients.map((planned, index) => ({ planned, id: itemAt(clients, index) }));
  const withMap = await seedConversations(counter, plan.conversations, {
    ...{ bookings: made, clients: guests, rentals, hosts: people.hosts },
    begunBy: (inquiry) => begunBy(transaction, account, inquiry),
  });
  await seedReviews(counter, plan.opinions, (index) => {
    const { planned, id } = itemAt(made, index);
    const source = parts.sources.find(({ data }) => data === planned.visit?.source);
    if (!planned.visit || !source) throw new Error("The demo plans a review for a booking without a guest.");
    return { planned, id, source: source.id, locale: itemAt(guests, planned.visit.client).planned.preferred_locale };
  });
  return withMap;
}

/** Finds the conversation that an inquiry started, and its guest. */
async function begunBy(
  transaction: Transaction,
  account: number,
  inquiry: number,
): Promise<{ conversation: number; guest: number }> {
  const row = await transaction.row<{ conversation_id: number; id: number }>(
    `select participants.conversation_id, participants.id from conversations_inquiries
     join participants on participants.account_id = $1
       and participants.conversation_id = conversations_inquiries.conversation_id
     where conversations_inquiries.account_id = $1 and conversations_inquiries.inquiry_id = $2`,
    [account, inquiry],
  );
  if (!row) throw new Error(`The demo's inquiry ${inquiry} started no conversation.`);
  return { conversation: row.conversation_id, guest: row.id };
}

function itemAt<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`The demo's plan names index ${index} in a list of ${list.length}.`);
  return found;
}
