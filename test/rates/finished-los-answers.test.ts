import fc from "fast-check";
import { expect, test } from "vitest";
import { resources } from "../../src/app/registry.ts";
import { dayOfInstant, formatDay, millisecondsPerDay } from "../../src/core/day.ts";
import type { Scope } from "../../src/kernel/access/scopes.ts";
import { ApplicationCache } from "../../src/kernel/application-cache.ts";
import { MoreLinks } from "../../src/kernel/read/more-links.ts";
import { QueryCache } from "../../src/kernel/read/query-cache.ts";
import { ResourceRegistry } from "../../src/kernel/registry.ts";
import { readLosRecords } from "../../src/modules/pricing/rates/los/read-los-records.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { seed } from "../harness/seed.ts";
import { fullScopes, useService } from "../harness/service.ts";
import { aRatesTable, aRule, changed } from "./factories.ts";

/** The service's clock in milliseconds; it moves only with events. */
let clock = Date.now();
const now = () => clock;
const service = useService({ clock: now });
const queries = new QueryCache(new ResourceRegistry(resources));

/** A client and the scopes of its token. */
interface Reader {
  readonly client: ApiClient;
  readonly scopes: readonly Scope[];
}

async function aReader(account: number, scopes: readonly Scope[] = fullScopes): Promise<Reader> {
  const client = await service.aClient(account, { scopes });
  await service.sql("update applications set rate_limit = 1000000 where id = $1", [client.application]);
  return { client, scopes };
}

/** Two readers of one account, one with few scopes, a stranger, and rentals with and without rules that depend on bookings. */
async function aFixture() {
  const account = await service.anAccount();
  const owner = await aReader(account);
  const readers = [owner, await aReader(account, ["public"]), await aReader(await service.anAccount())];
  const { client } = owner;
  const table = await aRatesTable(client);
  const rule = await aRule(client, table, {
    kind: "prevent_gap",
    percentage: null,
    variables: { length: 3, unit: "days" },
  });
  const looking = await aRental(client, { base_rate: "100", rates_table_id: table.id });
  const plain = await aRental(client, { base_rate: "80", time_zone: "Pacific/Auckland" });
  return { readers, client, table, rule, rentals: [looking, plain] };
}

type Fixture = Awaited<ReturnType<typeof aFixture>>;

/** Events between reads; `number` varies them. */
const events: Readonly<Record<string, (fixture: Fixture, number: number) => Promise<unknown>>> = {
  nothing: async () => undefined,
  price: ({ client, rentals }, number) =>
    changed(client, `/rentals/${rentals[number % 2]?.id}`, "rentals", { base_rate: `${90 + number}` }),
  gap: ({ client, rule }, number) =>
    changed(client, `/rates_rules/${rule.id}`, "rates_rules", {
      variables: { length: 2 + (number % 5), unit: "days" },
    }),
  increase: ({ client }, number) =>
    changed(client, `/applications/${client.application}`, "applications", {
      default_price_increase: `${number % 40}`,
    }),
  booking: (fixture, number) => aStay(fixture, number, {}),
  hold: (fixture, number) =>
    aStay(fixture, number, { tentative_expires_at: new Date(clock + 30 * millisecondsPerDay).toISOString() }),
  // Expires the earliest hold without triggers, as time does. A real hold expires as scheduled, so note the unscheduled change.
  expiry: async () => {
    const [first] = await service.sql(
      "select account_id, id from bookings where tentative_expires_at > now() and canceled_at is null order by id limit 1",
    );
    if (!first) return;
    await service.withoutTriggers(
      `update bookings set tentative_expires_at = now() where account_id = ${first.account_id} and id = ${first.id}`,
      `select note_content_of(${first.account_id})`,
    );
  },
  hours: async (_fixture, number) => {
    clock += (number % 7) * 3_600_000;
  },
  midnight: async () => {
    clock += millisecondsPerDay - (clock % millisecondsPerDay);
  },
};

/** A stay of two nights on free nights. */
let nextNight = 5;
const aStay = ({ client, rentals }: Fixture, number: number, attributes: Json) => {
  nextNight += 3 + (number % 4);
  const arrival = dayOfInstant(clock) + nextNight;
  const stay = { start_at: formatDay(arrival), end_at: formatDay(arrival + 2) };
  return aBooking(client, rentals[0] ?? {}, { ...stay, ...attributes });
};

/** The records and tag from a service without a cache. */
async function computed({ client, scopes }: Reader, parameters: ReadonlyMap<string, string>) {
  const { account, application } = client;
  const answer = await readLosRecords(
    {
      database: service.database.within([account]),
      caller: { accounts: [account], application, scopes: new Set(scopes), publishedOnly: false },
      ...{ queries, cache: new ApplicationCache(), moreLinks: new MoreLinks(), now: now() },
      isStillAdmitted: () => Promise.resolve(true),
    },
    { ids: undefined, parameters },
  );
  if (answer.form !== "stream") throw new Error("Length-of-stay records are streamed.");
  return { records: Buffer.concat([...answer.records]).toString(), tag: answer.tag };
}

const questions = ["fields=day,rates,created_at&kinds=final_price", "kinds=rental_price&per_page=1&page=2"];
const codings = ["identity", "gzip", "br", "zstd"];

/** Reads three times, the third time from the cache, and compares each with the computed response. */
async function expectRight(reader: Reader, { rentals }: Fixture, number: number): Promise<void> {
  const question = `rental_id=${rentals.map(({ id }) => id)}&${questions[number % questions.length]}`;
  const coding = codings[number % codings.length] ?? "";
  for (let time = 0; time < 3; time++) {
    const answer = await reader.client.get(`/los_records?${question}`, { "accept-encoding": coding });
    const { records, tag } = await computed(reader, new Map(new URLSearchParams(question)));
    expect(answer.text.startsWith(`{"los_records":[${records}],"links":`)).toBe(true);
    expect(answer.headers.get("etag")).toBe(coding === "identity" ? `"${tag}"` : `"${tag}-${coding}"`);
    // The response omits links that the token's scopes cannot read.
    expect(answer.text.slice(-2000)).toContain(`,"links":{`);
  }
}

test("never returns a stale response or another reader's response, whatever happens between reads", async () => {
  const step = fc.record({ event: fc.constantFrom(...Object.keys(events)), number: fc.nat(1000) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 10 }), async (steps) => {
      const fixture = await aFixture();
      nextNight = 5;
      for (const { event, number } of steps) {
        await events[event]?.(fixture, number);
        const reader = fixture.readers[number % fixture.readers.length];
        if (reader) await expectRight(reader, fixture, number);
      }
    }),
    { numRuns: 3, seed },
  );
});

test("returns cached records byte for byte in each coding, also to concurrent readers", async () => {
  const fixture = await aFixture();
  const [owner] = fixture.readers;
  const path = `/los_records?rental_id=${fixture.rentals.map(({ id }) => id)}`;
  const answers = await Promise.all(
    [...codings, ...codings, ...codings].map((coding) => owner?.client.get(path, { "accept-encoding": coding })),
  );
  for (let time = 0; time < 2; time++) {
    answers.push(
      ...(await Promise.all(codings.map((coding) => owner?.client.get(path, { "accept-encoding": coding })))),
    );
  }
  const texts = new Set(answers.map((answer) => answer?.text));
  expect(texts.size).toBe(1);
  // A cached response is sent in one piece, with its length.
  for (const answer of answers.slice(-codings.length)) expect(answer?.headers.get("content-length")).toMatch(/^\d+$/);
});

test("caches separate responses for tokens that see different links", async () => {
  const { readers, rentals } = await aFixture();
  const path = `/los_records?rental_id=${rentals[0]?.id}&kinds=final_price&fields=day`;
  const application = readers[0]?.client.application ?? 0;
  const few = await service.aClient(readers[0]?.client.account ?? 0, { scopes: ["public"], application });
  const [full, limited] = [await readers[0]?.client.get(path), await few.get(path)];
  const again = [await readers[0]?.client.get(path), await few.get(path)];
  expect(again.map((answer) => answer?.text)).toEqual([full?.text, limited.text]);
});
