import { publishChange } from "../../../kernel/changes/publish-change.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import type { Conflict } from "./apply/conflicts.ts";

/** A change of an import's state. */
export type FeedNews =
  | { readonly happened: "conflicted"; readonly before: readonly Conflict[]; readonly conflicts: readonly Conflict[] }
  | { readonly happened: "failed"; readonly error: string }
  | { readonly happened: "suspicious"; readonly missing: number }
  | { readonly happened: "recovered"; readonly from: "failed" | "suspicious" };

/** Publishes a separate event (events.md), of which members are notified (docs/design/notifications.md). */
export function publishNews(context: AccountTransaction, feed: number, news: FeedNews): Promise<void> {
  const changes = changesOf(news);
  return publishChange(context, { resource: "calendar_feeds", id: feed, operation: news.happened, changes });
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
