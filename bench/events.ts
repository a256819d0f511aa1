import { isScope, scopes } from "../src/kernel/access/scopes.ts";
import { type Bench, chosen } from "./bench.ts";
import { costOfChanges } from "./events-cost.ts";
import { delays } from "./events-delay.ts";
import { makeFixture } from "./fixture.ts";
import { table } from "./table.ts";

const allScopes = Object.keys(scopes)
  .filter(isScope)
  .filter((scope) => !scope.endsWith("_owned"));

const parts = [
  { name: "cost", measure: costOfChanges },
  { name: "delay", measure: delays },
] as const;

/** The cost and delay of change events. */
export const events: Bench = {
  claim: "The cost per booking of recording, publishing and queueing its change; the delay of webhooks and the feed.",
  async run(options) {
    const measured = chosen(parts, options);
    console.error("Creating 50,000 bookings …");
    await using fixture = await makeFixture(true, options.signal);
    // The application's installation must have the scopes that an endpoint reads.
    await fixture.change("update accounts_applications set scopes = $1", [allScopes]);
    const token = await fixture.aToken(allScopes);
    const figures: Record<string, number> = {};
    for (const { measure } of measured) Object.assign(figures, await measure(fixture, token, options));
    const rows = Object.entries(figures).map(([name, value]) => [name, String(value)]);
    return { text: `${table(["", ""], rows)}\n\n${notes}`, figures };
  },
};

const notes = `without: bookings over 8 connections, without recording triggers and publishing. recorded: with both.
queued: also a webhook endpoint for all types, whose messages are queued. CPU: service and database together, including publishing after
the last response. Ratios are medians, each round against the neighbouring one without: 1.15 costs 15 %.
webhook, beside_dead: a responsive receiver, alone and beside an unresponsive one; deliveries of 2,000 records created at once, and the
time from the response of a write to its delivery, at twenty records per second. feed: eight clients that wait (wait=30).`;
