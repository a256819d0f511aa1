import { setTimeout as wait } from "node:timers/promises";
import { Database } from "../src/database/connect/database.ts";
import { planAll } from "../src/modules/guests/automations/plan/plan-rule.ts";
import type { Bench, BenchOptions, Outcome } from "./bench.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { Load, median } from "./load.ts";
import { longestRequest } from "./longest-request.ts";
import { rounded, table } from "./table.ts";
import { type RunningVariant, startService } from "./variants.ts";

const rules = 20;

/** The time to plan a changed rule, the waits of requests meanwhile, and what rules add to a booking. */
export const automations: Bench = {
  claim:
    "A changed rule among 20 planned again for 50,000 bookings, requests meanwhile, and bookings with and without rules.",
  async run(options) {
    console.error("Creating 50,000 bookings …");
    await using fixture = await makeFixture(false, options.signal, "./guests-fixture.sql");
    const [account = 0] = await fixture.ids("select min(id) as id from accounts");
    await fixture.change("delete from automations");
    await fixture.change("analyze");
    const token = await fixture.aToken(["bookings_read", "bookings_write"], account);
    await using service = await startService(fixture, options.profile);
    // First, because the bookings would be planned, too.
    const planned = await planning(fixture, { account, token, service }, options);
    await fixture.change("truncate scheduled_actions cascade");
    await fixture.change("delete from automations");
    const booked = await bookings(fixture, { account, token, service }, options);
    const figures = { ...planned, ...booked };
    const rows = Object.entries(figures).map(([name, value]) => [name, String(value)]);
    return { text: `${table(["figure", "value"], rows)}\n\n${notes}`, figures } satisfies Outcome;
  },
};

interface Measured {
  readonly account: number;
  readonly token: string;
  readonly service: RunningVariant;
}

/** Adds rules that apply to every stay, or to none. */
async function addRules(fixture: Fixture, account: number, count: number, minNights: number): Promise<void> {
  await fixture.change(
    `insert into automations (account_id, name, state, trigger, offset_days, at, effect, min_nights)
     select $1, 'Rule ' || n, 'on', 'arrival', -n, '17:00', 'webhook', $3 from generate_series(1, $2::integer) as n`,
    [account, count, minNights],
  );
}

/** Bookings per second without rules, with one that applies, and with twenty of which one does. */
async function bookings(
  fixture: Fixture,
  { account, token, service }: Measured,
  { signal, seconds = 3, rounds = 5 }: BenchOptions,
): Promise<Record<string, number>> {
  await using load = new Load(signal);
  const rentals = await fixture.ids(`select id from rentals where account_id = ${account} order by id`);
  const taken = { none: [] as number[], one: [] as number[], twenty: [] as number[] };
  const fire = async (length: number): Promise<number> =>
    (
      await load.fire({
        url: service.url,
        token,
        connections: 1,
        seconds: length,
        requests: { kind: "bookings", rentals },
      })
    ).p50;
  await fire(1);
  for (let round = 0; round < rounds; round++) {
    taken.none.push(await fire(seconds));
    await addRules(fixture, account, 1, 0);
    taken.one.push(await fire(seconds));
    await addRules(fixture, account, rules - 1, 100);
    taken.twenty.push(await fire(seconds));
    await fixture.change("delete from scheduled_actions; delete from automations");
  }
  const [none, one, twenty] = [taken.none, taken.one, taken.twenty].map((times) => median(times));
  const share = (time = 0): number => rounded(time / (none ?? 1), 3);
  return {
    ...{
      book_none_p50_ms: rounded(none ?? 0, 2),
      book_one_p50_ms: rounded(one ?? 0, 2),
      book_twenty_p50_ms: rounded(twenty ?? 0, 2),
    },
    ...{ book_one_ratio: share(one), book_twenty_ratio: share(twenty) },
  };
}

/** Seconds to plan one changed rule, and the longest request beside it. */
async function planning(
  fixture: Fixture,
  { account, token, service }: Measured,
  { signal, rounds = 3 }: BenchOptions,
): Promise<Record<string, number>> {
  console.error("Planning 20 rules for 50,000 bookings …");
  const database = new Database(fixture.login, { connections: 2 });
  const scope = database.within([account]);
  try {
    await addRules(fixture, account, rules, 0);
    const ids = await fixture.ids(`select id from automations where account_id = ${account} order by id`);
    for (const id of ids) await planAll({ scope, account, signal }, id);
    await fixture.change("analyze");
    const stays = await fixture.ids(
      `select id from bookings where account_id = ${account} order by id offset 25000 limit 500`,
    );
    // The first changes of a booking after a start take longer, with or without rules.
    await longestRequest(service.url, token, stays, wait(2000));
    const [seconds, waits]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const rule = ids[round % ids.length] ?? 0;
      await fixture.change(`update automations set offset_days = offset_days - 1 where id = ${rule}`);
      const start = performance.now();
      const planned = planAll({ scope, account, signal }, rule).then(() =>
        seconds.push((performance.now() - start) / 1000),
      );
      waits.push(await longestRequest(service.url, token, stays, planned));
    }
    const [actions = 0] = await fixture.ids("select count(*) as id from scheduled_actions where state = 'scheduled'");
    return { plan_seconds: rounded(median(seconds), 2), longest_request_ms: rounded(Math.max(...waits), 1), actions };
  } finally {
    await database.close();
  }
}

const notes = `plan_seconds: one of 20 rules planned again for 50,000 stays, each with an action of every rule. longest_request_ms: changes and reads of
bookings beside it. book: p50 of bookings over one connection; one: one rule, which applies; twenty: 20 rules, of which one applies.`;
