import type { Database } from "../../database/database.ts";
import type { SyncContext } from "./sync-feed.ts";
import { syncFeed } from "./sync-feed.ts";

/** Feeds that are taken at a time, and servers that are asked at once: one that does not answer keeps few others waiting. */
const most = 20;
const atOnce = 4;

/** Milliseconds that one of them may take: less than it is held. */
const longest = 5 * 60_000;

/**
 * Reads the imports of all accounts whose time has come, each by one process. One that fails does not keep the others waiting.
 * @param report told of each feed that failed by our fault; it is tried again a quarter of an hour later
 * @returns how many there were
 */
export async function pollFeeds(
  database: Database,
  surroundings: Omit<SyncContext, "scope" | "account" | "now"> & { readonly clock: () => number },
  report: (feed: number, error: unknown) => void,
): Promise<number> {
  const { clock, ...rest } = surroundings;
  let count = 0;
  while (!rest.signal.aborted) {
    const rows = await database.read({ text: "select account, feed from take_due_calendar_feeds($1)" }, [most]);
    const due = rows.map((row) => row.map(Number));
    const next = async (): Promise<void> => {
      for (let feed = due.pop(); feed && !rest.signal.aborted; feed = due.pop()) {
        const [account = 0, id = 0] = feed;
        const signal = AbortSignal.any([rest.signal, AbortSignal.timeout(longest)]);
        const context = {
          ...rest,
          signal,
          now: clock(),
          scope: database.within([account], { actor: "Job:calendar feeds" }),
          account,
        };
        await syncFeed(context, id).catch((error: unknown) => report(id, error));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, next));
    count += rows.length;
    if (rows.length < most) break;
  }
  return count;
}
