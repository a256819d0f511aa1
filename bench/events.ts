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

/** What it costs to tell of changes, and how soon they are told. */
export const events: Bench = {
  claim: "What recording, publishing and queueing a change cost a booking; how soon webhooks and the feed tell of it.",
  async run(options) {
    const measured = chosen(parts, options);
    console.error("Making 50,000 bookings …");
    await using fixture = await makeFixture(true, options.signal);
    // What an endpoint reads, the application's installation must allow.
    await fixture.change("update accounts_applications set scopes = $1", [allScopes]);
    const token = await fixture.aToken(allScopes);
    const figures: Record<string, number> = {};
    for (const { measure } of measured) Object.assign(figures, await measure(fixture, token, options));
    const rows = Object.entries(figures).map(([name, value]) => [name, String(value)]);
    return { text: `${table(["", ""], rows)}\n\n${notes}`, figures };
  },
};

const notes = `without: bookings over 8 connections on a database without the triggers that record, and nobody who publishes. recorded: with both.
queued: and a webhook endpoint of all types, whose messages are queued. CPU is that of service and database together, with what is published
after the last answer; ratios are medians of rounds, each to the round without beside it: 1.15 costs 15 %.
webhook, beside_dead: one receiver that answers at once, alone and beside one that never does; deliveries of 2,000 records that were made at
once, and the time from the answer to who made a record to its delivery, twenty records a second. feed: eight who wait (wait=30).`;
