import { formatDay } from "../src/core/day.ts";
import { Database } from "../src/database/connect/database.ts";
import { applyReading } from "../src/modules/stays/feeds/apply/apply-reading.ts";
import { holdFeed, releaseFeed } from "../src/modules/stays/feeds/apply/held-feed.ts";
import { storeReading } from "../src/modules/stays/feeds/apply/store-reading.ts";
import { storeSuccess } from "../src/modules/stays/feeds/apply/store-report.ts";
import { readInThread } from "../src/modules/stays/feeds/read/read-in-thread.ts";
import { frameOf } from "../src/modules/stays/feeds/sync-feed.ts";
import { StallWatch } from "../test/harness/stall-watch.ts";
import { type Bench, BenchError, type Outcome } from "./bench.ts";
import { BusyAccount } from "./busy-account.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { longestRequest } from "./longest-request.ts";
import { rounded } from "./table.ts";
import { startEvents } from "./variants.ts";

const events = 20_000;
const timeZone = "Europe/Berlin";

/** A calendar of another site, as its job reads and applies it. */
export const feed: Bench = {
  claim:
    "A calendar of 20,000 events, read and applied, then read again unchanged, against an insert of its events' rows alone.",
  async run({ signal, rounds = 2 }) {
    const longest = await longestBeside(signal);
    await using fixture = await makeFixture(true, signal, "./import-fixture.sql");
    const database = new Database(fixture.login, { connections: 4 });
    try {
      return await measure(fixture, database, rounds, longest);
    } finally {
      await database.close();
    }
  },
};

/** The longest of the requests that an account sends while the service reads its calendar. In milliseconds. */
async function longestBeside(signal: AbortSignal): Promise<number> {
  await using fixture = await makeFixture(false, signal);
  await using service = await startEvents(
    { database: fixture.login, publishes: false, owner: fixture.owner },
    undefined,
  );
  const busy = await BusyAccount.open(fixture, service.url, fixture.account);
  const token = await fixture.aToken(["bookings_read", "bookings_write"], fixture.account);
  const stays = await fixture.ids(
    `select id from bookings where account_id = ${fixture.account} order by id limit 500`,
  );
  const read = (feed: number) =>
    busy.until(`select id from calendar_feeds where id = ${feed} and last_success_at is not null`);
  // The first requests and the first calendar load code.
  await longestRequest(service.url, token, stays, read(await busy.calendar(3)));
  return await longestRequest(service.url, token, stays, read(await busy.calendar(events)));
}

async function measure(fixture: Fixture, database: Database, rounds: number, longest: number): Promise<Outcome> {
  const house = await aHouse(fixture, database);
  const first = await house.read("a");
  const again: Reading[] = [];
  for (let round = 0; round < rounds; round++) again.push(await house.read("a"));
  const others = await house.read("b");
  const copied = await insertSeconds(fixture);
  const fastest = again.toSorted((a, b) => a.seconds - b.seconds)[0] ?? first;
  const figures = {
    feed_seconds: rounded(first.seconds, 1),
    feed_again_seconds: rounded(fastest.seconds, 1),
    feed_new_uids_seconds: rounded(others.seconds, 1),
    feed_insert_seconds: rounded(copied, 2),
    // The first reading loads code.
    feed_longest_request_ms: rounded(longest, 1),
    feed_stall_ms: Math.round(Math.max(fastest.stallMs, others.stallMs)),
  };
  const text = `${events} events: ${figures.feed_seconds} s; unchanged ${figures.feed_again_seconds} s; all with new UIDs ${figures.feed_new_uids_seconds} s.
Inserting their rows alone: ${figures.feed_insert_seconds} s. Longest time without a turn of the event loop: ${figures.feed_stall_ms} ms of processor time.
The longest of the account's requests meanwhile: ${figures.feed_longest_request_ms} ms.`;
  return { text, figures };
}

interface Reading {
  readonly seconds: number;
  readonly stallMs: number;
}

async function aHouse(fixture: Fixture, database: Database) {
  const { account, application } = fixture;
  const insert = async (sql: string): Promise<number> => {
    const [id] = await fixture.ids(sql);
    if (id === undefined) throw new BenchError(`Nothing was inserted by ${sql}.`);
    return id;
  };
  const rental = await insert(
    `insert into rentals (account_id, name, time_zone, currency) values (${account}, 'House', '${timeZone}', 'EUR') returning id`,
  );
  const source = await insert(`insert into sources (account_id, name) values (${account}, 'Channel') returning id`);
  const id = await insert(
    `insert into calendar_feeds (account_id, rental_id, source_id, kind, name, created_by_application_id)
     values (${account}, ${rental}, ${source}, 'import', 'Channel', ${application}) returning id`,
  );
  const scope = database.within([account]);
  return {
    async read(uid: string): Promise<Reading> {
      const now = Date.now();
      const context = { scope, account, now, signal: new AbortController().signal };
      const frame = frameOf({ timeZone, ignoredSummaries: [] }, now);
      const bytes = Buffer.from(calendar(uid, frame.today));
      const watch = new StallWatch();
      const began = performance.now();
      watch.begin();
      const read = await readInThread(bytes, frame);
      const reading = { feed: id, rental, today: frame.today, now, read, isUpload: true };
      await scope.transaction((transaction) => storeReading({ transaction, account: { id: account } }, reading));
      const held = await holdFeed(context, id, true);
      if (!held) throw new BenchError("The feed is held.");
      await storeSuccess(context, held, await applyReading(context, { ...held, today: frame.today }), true);
      await releaseFeed(context, held);
      return { stallMs: watch.end(), seconds: (performance.now() - began) / 1000 };
    },
  };
}

/** 500 stays of one night, each in forty events. */
function calendar(uid: string, today: number): string {
  const day = (at: number): string => formatDay(at).replaceAll("-", "");
  const lines = Array.from({ length: events }, (_, index) => {
    const arrival = today + 1 + (index % 500) * 2;
    return `BEGIN:VEVENT\r\nUID:${uid}${index}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:${day(arrival)}\r\nDTEND;VALUE=DATE:${day(arrival + 1)}\r\nEND:VEVENT`;
  });
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bench//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
}

async function insertSeconds(fixture: Fixture): Promise<number> {
  await fixture.change("create table copied as select * from calendar_feed_events limit 0");
  const began = performance.now();
  await fixture.change("insert into copied select * from calendar_feed_events");
  return (performance.now() - began) / 1000;
}
