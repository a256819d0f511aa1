import { defaultEventDays } from "../modules/records/events/feed-days.ts";
import { ConfigError } from "./config-error.ts";

/** How many days changes of records are kept (events.md). */
export interface Retention {
  /** In the feed (`ROOST_EVENT_DAYS`). */
  readonly eventDays: number;
  /** In the history (`ROOST_AUDIT_DAYS`): as long as in the feed at least, which reads from it. */
  readonly auditDays: number;
}

const twoYears = 730;
const longest = 36_500;

/** @throws ConfigError when one is no number of days, or the history would be shorter than the feed */
export function retention(eventText: string | undefined, auditText: string | undefined): Retention {
  const eventDays = days("ROOST_EVENT_DAYS", eventText, defaultEventDays);
  const auditDays = days("ROOST_AUDIT_DAYS", auditText, Math.max(twoYears, eventDays));
  if (auditDays < eventDays)
    throw new ConfigError(
      `ROOST_AUDIT_DAYS is ${auditDays}; it must be ${eventDays} at least, for which the feed keeps changes (ROOST_EVENT_DAYS).`,
    );
  return { eventDays, auditDays };
}

function days(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const found = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (found >= 1 && found <= longest) return found;
  throw new ConfigError(`${name} is "${text}"; it must be a number of days from 1 to ${longest}.`);
}
