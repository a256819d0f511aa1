import { expect, test } from "vitest";
import { Random } from "../concurrency/load.ts";
import { aFeed } from "../feeds/factories.ts";
import type { Json } from "../harness/client.ts";
import { aRental, created } from "../harness/factories.ts";
import { seed } from "../harness/seed.ts";
import { type TestService, useService } from "../harness/service.ts";
import { aBogusGateway } from "../payments/factories.ts";
import { violationsIn } from "./night-invariants.ts";
import { type Calendars, nightOperations } from "./night-operations.ts";

const service = useService();

/** The number of sequences; `ROOST_PROPERTY_RUNS` overrides it. */
const sequences = Number(process.env.ROOST_PROPERTY_RUNS ?? 6);
const steps = 25;

/** The first links of the sequences in turn: a villa with two apartments, all rentals, or none. Later bookings prevent most links. */
const linkedFirst: readonly (readonly (readonly number[])[])[] = [
  [
    [0, 1],
    [0, 2],
  ],
  [[0, 1, 2]],
  [],
];

/** Three rentals, two of them with an import. */
async function someCalendars(
  among: TestService,
  random: Random,
  groups: readonly (readonly number[])[] = [],
): Promise<Calendars> {
  const client = await among.aClient(await among.anAccount());
  await among.sql("update applications set rate_limit = 1000000 where id = $1", [client.application]);
  const rentals: Json[] = [];
  for (let count = 0; count < 3; count++) rentals.push(await aRental(client, { base_rate: "100" }));
  for (const group of groups)
    await created(client, "/rental_link_groups", "rental_link_groups", {
      rental_ids: group.map((index) => rentals[index]?.id),
    });
  const feeds: Json[] = [];
  for (const rental of rentals.slice(0, 2)) feeds.push(await aFeed(client, rental, { kind: "import" }));
  return { service: among, client, random, gateway: await aBogusGateway(client), rentals, feeds, log: [] };
}

test(`random operations of every kind hold each night once, with its mirrors and imported events (seed ${seed})`, async () => {
  for (let sequence = 0; sequence < sequences; sequence++) {
    const calendars = await someCalendars(service, new Random(seed + sequence), linkedFirst[sequence % 3]);
    for (let step = 0; step < steps; step++) {
      await calendars.random.pick(nightOperations)?.(calendars);
      const found = await violationsIn(service, calendars.client.account);
      expect(found, `sequence ${sequence}, step ${step}\n${calendars.log.join("\n")}`).toEqual({});
    }
  }
}, 600_000);
