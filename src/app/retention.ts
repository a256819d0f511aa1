import { defaultEventDays } from "../modules/records/events/feed-days.ts";
import { ConfigError } from "./config-error.ts";

/** The retention of record changes, in days (docs/reference/events.md). */
export interface Retention {
  /** In the feed (`ROOST_EVENT_DAYS`). */
  readonly eventDays: number;
  /** In the audit history (`ROOST_AUDIT_DAYS`): at least as long as in the feed, which reads from it. */
  readonly auditDays: number;
}

const twoYears = 730;
const maxDays = 36_500;

/** @throws ConfigError when a value is not a number of days, or the history is shorter than the feed */
export function retention(eventText: string | undefined, auditText: string | undefined): Retention {
  const eventDays = days("ROOST_EVENT_DAYS", eventText, defaultEventDays);
  const auditDays = days("ROOST_AUDIT_DAYS", auditText, Math.max(twoYears, eventDays));
  if (auditDays < eventDays)
    throw new ConfigError(
      `ROOST_AUDIT_DAYS is ${auditDays}. It must be at least ${eventDays}, the feed's days (ROOST_EVENT_DAYS).`,
    );
  return { eventDays, auditDays };
}

function days(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const found = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (found >= 1 && found <= maxDays) return found;
  throw new ConfigError(`${name} is "${text}". It must be a number of days from 1 to ${maxDays}.`);
}
