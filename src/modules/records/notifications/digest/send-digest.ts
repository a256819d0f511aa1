import Type from "typebox";
import type { Database } from "../../../../database/connect/database.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { defineJob } from "../../../../kernel/write/jobs/job.ts";
import { queueEach } from "../../../../kernel/write/jobs/queue-each.ts";
import { queueMail } from "../../../platform/mails/queue-mail.ts";
import { digest } from "../../../platform/mails/templates/digest.ts";
import { rolesFor } from "../notice-kinds.ts";

type Recipient = { email: string; fullname: string; locale: string | null; day: string };
type Stay = { rental: string; guest: string | null; booking: number; client: number | null };

/** Mails a member the digest of today, once a day. */
export const sendDigest = defineJob("send digest", {
  lane: "money and mail",
  payload: Type.Object({ user: Type.Integer() }),
  attempts: 8,
  run: ({ scope, account: id }, { user }) =>
    scope.transaction(async (transaction) => {
      const recipient = await takeDigest(transaction, id, user);
      if (!recipient) return;
      const { email, fullname, locale, day } = recipient;
      const stays = (edge: "start_at" | "end_at") => staysOf(transaction, id, day, edge);
      const values = {
        ...{ day, arrivals: await stays("start_at"), departures: await stays("end_at") },
        ...(await waitingIn(transaction, id)),
      };
      await queueMail(
        { transaction, account: { id } },
        {
          to: { address: email, name: fullname },
          template: digest,
          locale,
          values,
          cause: `digest ${day} to user ${user}`,
        },
      );
    }),
});

/** Queues the digests that are due, of all accounts. */
export const queueDigests = (database: Database): Promise<number> =>
  queueEach(database, { text: "select account, person from digests_due()", values: [] }, sendDigest, (user) => ({
    user,
  }));

/** Records that the day's digest was sent. @returns undefined if it already was, or the member may no longer get one */
function takeDigest(transaction: Transaction, account: number, user: number): Promise<Recipient | undefined> {
  return transaction.row<Recipient>(
    `update notification_choices as choices set digest_on = (now() at time zone accounts.time_zone)::date, updated_at = statement_timestamp()
     from accounts, users, memberships
     where choices.account_id = $1 and choices.user_id = $2 and choices.digest_hour is not null
       and accounts.id = $1 and users.id = $2 and users.disabled_at is null
       and memberships.account_id = $1 and memberships.user_id = $2 and memberships.role = any($3)
       and choices.digest_on is distinct from (now() at time zone accounts.time_zone)::date
     returning users.email, users.fullname, users.locale, choices.digest_on::text as day`,
    [account, user, [...rolesFor("digest")]],
  );
}

/** The stays that begin or end on a day at their rental. */
function staysOf(transaction: Transaction, account: number, day: string, edge: "start_at" | "end_at"): Promise<Stay[]> {
  const column = edge === "start_at" ? "bookings.start_at" : "bookings.end_at";
  return transaction.rows<Stay>(
    `select rentals.name as rental, clients.fullname as guest, bookings.id as booking, clients.id as client
    from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
    left join clients on clients.account_id = $1 and clients.id = bookings.client_id
    where bookings.account_id = $1 and bookings.booked and bookings.canceled_at is null
      and bookings.end_at > $2::date - interval '2 days' and ${column} < $2::date + interval '3 days'
      and (${column} at time zone 'UTC')::date = $2::date
    order by lower(rentals.name), bookings.id`,
    [account, day],
  );
}

async function waitingIn(transaction: Transaction, account: number) {
  const row = await transaction.row<{ unread: number; holds: number; feeds: number }>(
    `select
       (select count(*) from conversations where account_id = $1 and read_at is null and last_message_at is not null
          and closed_at is null and marked_as_spam_at is null) as unread,
       (select count(*) from bookings where account_id = $1 and not booked and canceled_at is null
          and tentative_expires_at between statement_timestamp() and statement_timestamp() + interval '1 day') as holds,
       (select count(*) from calendar_feeds where account_id = $1 and last_error is not null and enabled and deleted_at is null) as feeds`,
    [account],
  );
  return { unread: row?.unread ?? 0, holds: row?.holds ?? 0, feeds: row?.feeds ?? 0 };
}
