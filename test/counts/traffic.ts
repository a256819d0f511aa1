import type { Random } from "../concurrency/load.ts";
import type { ScopedConnection } from "../harness/scoped-connection.ts";

/** A busy account. Each booking has its own rental, so bookings never conflict. */
export interface Business {
  readonly account: number;
  readonly conversation: number;
  readonly sender: number;
}

/** Creates an account with a conversation, as the database's owner. */
export async function aBusiness(owner: ScopedConnection): Promise<Business> {
  const [row] = await owner.query<{ account: string; conversation: string; sender: string }>(
    `with account as (
       insert into accounts (business_name, selected_locales, default_locale) values ('Les Robles', '{en}', 'en') returning id
     ), guest as (
       insert into clients (account_id, fullname) select id, 'Ada Guest' from account returning account_id, id
     ), conversation as (
       insert into conversations (account_id, created_by_id, created_by_type) select id, 1, 'Application' from account returning id
     ), sender as (
       insert into participants (account_id, conversation_id, client_id)
       select guest.account_id, conversation.id, guest.id from guest, conversation returning id
     ) select account.id as account, conversation.id as conversation, sender.id as sender from account, conversation, sender`,
  );
  return { account: Number(row?.account), conversation: Number(row?.conversation), sender: Number(row?.sender) };
}

/** SQL: picks a row that no other transaction has locked, so only the tested code can block. */
const oneOf = (table: string, condition = "true"): string =>
  `id = (select id from ${table} where account_id = $1 and ${condition} order by hashint8(id # $2::integer::bigint) limit 1 for update skip locked)`;

const somewhere = "make_interval(days => $2::integer % 90 - 30, hours => $2::integer % 37)";

/** SQL: a later end, computed in UTC: a cluster refuses to write values that depend on the session's time zone. */
const later = (span: string): string => `(end_at at time zone 'UTC' + ${span}) at time zone 'UTC'`;

/** Random events, each a statement with the account and a number as parameters. */
const happenings: readonly string[] = [
  // Insert several stays and holds, some already ended or expired.
  `with made as (
     insert into rentals (account_id, name) select $1, 'Cottage' from generate_series(1, 1 + $2::integer % 4) returning id
   )
   insert into bookings (account_id, rental_id, start_at, end_at, booked, unavailable, tentative_expires_at, canceled_at,
     created_by_id, created_by_type, currency)
   select $1, id, now() + ${somewhere} - interval '2 days', now() + ${somewhere} + make_interval(hours => id::integer % 50), not hold, false,
     case when hold then now() + make_interval(secs => $2::integer % 7 - 3) end, case when $2::integer % 11 = 0 then now() end,
     1, 'Application', 'EUR'
   from made cross join (select $2::integer % 3 = 0 as hold) as kind returning account_id`,
  `update bookings set canceled_at = now() where account_id = $1 and ${oneOf("bookings", "canceled_at is null")}`,
  `update bookings set canceled_at = null where account_id = $1 and ${oneOf("bookings", "canceled_at is not null")}`,
  `update bookings set end_at = ${later("make_interval(hours => $2::integer % 60)")} where account_id = $1 and ${oneOf("bookings")}`,
  `update bookings set booked = true, tentative_expires_at = null where account_id = $1 and ${oneOf("bookings", "not booked")}`,
  `update bookings set booked = false, tentative_expires_at = now() + make_interval(secs => $2::integer % 3 - 1)
   where account_id = $1 and ${oneOf("bookings", "booked")}`,
  `update bookings set canceled_at = case when canceled_at is null then (select now()) end, end_at = ${later("interval '40 days'")}
   where account_id = $1 and id in (select id from bookings where account_id = $1 order by id desc limit 1 + $2::integer % 3 for update skip locked)`,
  `update bookings set notes = 'Late' where account_id = $1 and ${oneOf("bookings")}`,
  "insert into clients (account_id, fullname) select $1, 'Guest ' || n from generate_series(1, 1 + $2::integer % 3) as n returning account_id",
  `update clients set fullname = 'Another name' where account_id = $1 and ${oneOf("clients")}`,
  `insert into bookings_fees (account_id, booking_id, price) select $1, id, 5 from bookings where account_id = $1 and ${oneOf("bookings")} returning account_id`,
  `update bookings_fees set canceled_at = case when canceled_at is null then (select now()) end where account_id = $1 and ${oneOf("bookings_fees")}`,
  `insert into booking_comments (account_id, booking_id, content, deleted_at)
   select $1, id, 'Called', case when $2::integer % 5 = 0 then now() end from bookings where account_id = $1 and ${oneOf("bookings")} returning account_id`,
  `update booking_comments set deleted_at = now() where account_id = $1 and ${oneOf("booking_comments", "deleted_at is null")}`,
];

/** The third and fourth parameters are the conversation and the sender. */
const aMessage = `insert into messages (account_id, conversation_id, sender_id, content, origin, visibility, sent_at, created_by_id, created_by_type)
  values ($1, $3, $4, 'Hello', 'service_inbox', case when $2::integer % 2 = 0 then 'internal' else 'external' end, now(), 1 + $2::integer % 3 / 2, 'Application')`;

/** Physical deletions, which only the database's owner performs. */
const erasures: readonly string[] = [
  `delete from booking_comments where account_id = $1 and ${oneOf("booking_comments")}`,
  `delete from bookings_fees where account_id = $1 and ${oneOf("bookings_fees")}`,
  `delete from messages where account_id = $1 and ${oneOf("messages")}`,
  `delete from bookings where account_id = $1 and ${oneOf("bookings", "not exists (select from bookings_fees where bookings_fees.account_id = $1 and booking_id = bookings.id) and not exists (select from booking_comments where booking_comments.account_id = $1 and booking_id = bookings.id)")}`,
];

/** Runs random events in one transaction. One in five rolls back; one in three rolls back to a savepoint. */
export async function happen(client: ScopedConnection, random: Random, businesses: readonly Business[]): Promise<void> {
  const { account = 0, conversation = 0, sender = 0 } = random.pick(businesses) ?? {};
  await client.enter([account]);
  await client.begin();
  try {
    await someEvents(client, random, { account, conversation, sender });
  } catch (error) {
    await client.rollback();
    throw error;
  }
  await (random.below(5) === 0 ? client.rollback() : client.commit());
}

async function someEvents(
  client: ScopedConnection,
  random: Random,
  { account, conversation, sender }: Business,
): Promise<void> {
  const partly = random.below(3) === 0;
  for (let times = 1 + random.below(4); times > 0; times--) {
    if (partly && times === 1) await client.query("savepoint last_part");
    if (random.below(8) === 0) await client.query(aMessage, [account, random.below(1000), conversation, sender]);
    else await client.query(random.pick(happenings) ?? "", [account, random.below(1000)]);
  }
  if (partly) await client.query("rollback to last_part");
}

/** Erases a row, unless a concurrent transaction refers to it. */
export async function erase(owner: ScopedConnection, random: Random, businesses: readonly Business[]): Promise<void> {
  const { account = 0 } = random.pick(businesses) ?? {};
  await owner.query(random.pick(erasures) ?? "", [account, random.below(1000)]);
}
