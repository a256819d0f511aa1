import { invalid } from "../../../kernel/errors.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endEvents } from "./apply/store-events.ts";
import { calendarFeed } from "./calendar-feed.ts";
import { applyCalendarFeed, requestReading, syncCalendarFeed } from "./sync-job.ts";

const { enabled, kind, url } = calendarFeed.attributes;

/** Reads an import from its address at once. @throws RequestError 422 for an export, a file feed or a disabled feed */
export async function syncCalendar(context: WriteContext, { id, stored }: ActedOn): Promise<Outcome> {
  if (stored.stored(kind) !== "import") throw invalid({ base: ["only an import is read"] });
  if (!stored.stored(url)) throw invalid({ base: ["has no url: upload a file instead"] });
  if (stored.stored(enabled) !== true) throw invalid({ base: ["is disabled: set enabled to true first"] });
  await requestReading(context, syncCalendarFeed, id);
  return { shows: calendarFeed, id };
}

/** Confirms that an import's missing stays are gone: their bookings are canceled. @throws RequestError 422 if none are missing */
export async function confirmCalendar(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const confirmed = await context.transaction.run(
    `update calendar_feeds set suspicious_at = null, missing_count = 0
     where account_id = $1 and id = $2 and suspicious_at is not null`,
    [context.account.id, id],
  );
  if (confirmed === 0) throw invalid({ base: ["has no missing stays to confirm"] });
  await endEvents(context, id, "missing");
  await requestReading(context, applyCalendarFeed, id);
  return { shows: calendarFeed, id };
}
