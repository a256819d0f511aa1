import { bookingReference } from "../../../core/reference.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { queueMail } from "../../platform/mails/queue-mail.ts";
import { calendarFeedMail } from "../../platform/mails/templates/calendar-feed.ts";
import type { Conflict } from "./apply/conflicts.ts";

/** A change of an import's state. */
export type FeedNews =
  | {
      readonly happened: "conflicted";
      readonly before: readonly Conflict[];
      readonly conflicts: readonly Conflict[];
      /** Those that were not shown before. */
      readonly fresh: readonly Conflict[];
    }
  | { readonly happened: "failed"; readonly error: string }
  | { readonly happened: "suspicious"; readonly missing: number }
  | { readonly happened: "recovered"; readonly from: "failed" | "suspicious" };

interface NotifiedFeed {
  readonly id: number;
  readonly rental: number;
}

/** Publishes an event of its own (events.md), and mails the account's owners and managers. A recovery needs nobody. */
export async function notifyOfFeed(context: AccountTransaction, feed: NotifiedFeed, news: FeedNews): Promise<void> {
  const { transaction, account } = context;
  await transaction.run(
    `insert into change_outbox (account_id, resource, record_id, operation, changes) values ($1, 'calendar_feeds', $2, $3, $4)`,
    [account.id, String(feed.id), news.happened, JSON.stringify(changesOf(news))],
  );
  if (news.happened === "recovered") return;
  const names = await transaction.row<{ feed: string; rental: string }>(
    `select feeds.name as feed, rentals.name as rental
     from calendar_feeds as feeds join rentals on rentals.account_id = $1 and rentals.id = feeds.rental_id
     where feeds.account_id = $1 and feeds.id = $2`,
    [account.id, feed.id],
  );
  if (!names) return;
  for (const { address, name, locale } of await recipients(context)) {
    await queueMail(context, {
      to: { address, name },
      template: calendarFeedMail,
      locale,
      values: { ...names, ...mailValues(news) },
    });
  }
}

/** Attributes before and after, as in other events. */
function changesOf(news: FeedNews): Record<string, readonly [unknown, unknown]> {
  switch (news.happened) {
    case "conflicted":
      return { conflicts: [news.before, news.conflicts] };
    case "failed":
      return { last_error: [null, news.error], state: ["ok", "failing"] };
    case "suspicious":
      return { missing_count: [0, news.missing], state: ["ok", "suspicious"] };
    case "recovered":
      return { state: [news.from === "failed" ? "failing" : news.from, "ok"] };
  }
}

/** Maximum conflicts in a mail. */
const maxMailed = 10;

function mailValues(news: Exclude<FeedNews, { happened: "recovered" }>) {
  const fresh = news.happened === "conflicted" ? news.fresh.slice(0, maxMailed) : [];
  const conflicts = fresh.map(({ nights, start, end, booking_id }) => ({
    from: nights[0] ?? start,
    until: nights.at(-1) ?? end,
    booking: bookingReference(booking_id),
  }));
  return {
    happened: news.happened,
    conflicts,
    missing: news.happened === "suspicious" ? news.missing : 0,
    error: news.happened === "failed" ? news.error : null,
  };
}

function recipients({
  transaction,
  account,
}: AccountTransaction): Promise<{ address: string; name: string; locale: string | null }[]> {
  return transaction.rows<{ address: string; name: string; locale: string | null }>(
    `select users.email as address, users.fullname as name, users.locale from memberships join users on users.id = memberships.user_id
     where memberships.account_id = $1 and memberships.role in ('owner', 'manager') order by 1`,
    [account.id],
  );
}
