import { expect, test } from "vitest";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPlace, type Place } from "./deliveries.ts";

/** Failing endpoints: retries and deactivation (events.md, Webhooks). The tests move the clock by hand. */
const service = useService({ localWebhooks: true });

const [minute, hour] = [60_000, 3_600_000];

/** Adds an owner to the place's account. @returns the owner's mail address */
async function anOwner({ client }: Place): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const [row] = await service.sql(
    "insert into users (email, fullname, locale) values ($1, 'Rosa Robles', 'de') returning id",
    [email],
  );
  await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')", [
    client.account,
    row?.id,
  ]);
  return email;
}

const mailsTo = (email: string) =>
  service.sql("select template, content, locale from mails where recipient = $1", [email]);

/** Moves the clock to the endpoint's queued delivery and runs it. @returns the skipped milliseconds */
async function deliverWhenQueued(place: Place): Promise<number> {
  const [due = 0] = await place.queuedFor();
  const moved = due - place.clock.now;
  place.clock.now = Math.ceil(due) + 1;
  await place.deliver();
  return moved;
}

test("a message is retried after 5 s, 5 min and so on, and after five days its endpoint is disabled and the owners are notified", async () => {
  const place = await aPlace(service);
  const owner = await anOwner(place);
  const rental = await aRental(place.client);
  place.receiver.answers((response) => void response.writeHead(500).end("Out of order"));
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  const delays: number[] = [];
  while ((await place.shown()).enabled === true) delays.push(await deliverWhenQueued(place));
  const wanted = [5000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour];
  for (const [index, delay] of [...wanted, 24 * hour, 24 * hour].entries()) {
    expect(delays[index]).toBeGreaterThanOrEqual(delay);
    expect(delays[index]).toBeLessThan(delay * 1.11 + 5000);
  }
  expect(delays.length).toBe(11);
  const ids = new Set(place.receiver.received.map(({ webhookId }) => webhookId));
  expect([ids.size, place.receiver.received.length]).toEqual([1, 12]);
  const shown = await place.shown();
  expect(shown).toMatchObject({ enabled: false, disabled_reason: "failing", disabled_at: expect.any(String) });
  expect((await place.attempts()).at(-1)).toMatchObject({
    ...{
      attempt: 12,
      status: 500,
      succeeded: false,
      error: "The endpoint responded with 500.",
      answer: "Out of order",
    },
  });
  expect(await mailsTo(owner)).toEqual([
    {
      template: "webhook disabled",
      locale: "de",
      content: {
        ...{ application: expect.any(String), server: expect.stringContaining("127.0.0.1"), reason: "failing" },
        ...{ since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), error: "The endpoint responded with 500." },
      },
    },
  ]);
  // Roost no longer queues or sends messages for the endpoint.
  place.receiver.answers((response) => void response.writeHead(204).end());
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  expect(place.receiver.received).toHaveLength(12);
});

test("an endpoint that responds with 410 is disabled immediately, and waiting messages are sent once it is enabled again", async () => {
  const place = await aPlace(service);
  const [owner, former] = [await anOwner(place), await anOwner(place)];
  await service.sql("update users set disabled_at = now() where email = $1", [former]);
  const [one, other] = [await aRental(place.client), await aRental(place.client)];
  place.receiver.answers((response) => void response.writeHead(410).end());
  await place.publish({ recordId: Number(one.id) });
  await place.deliver();
  expect(await place.shown()).toMatchObject({ enabled: false, disabled_reason: "gone" });
  expect((await mailsTo(owner)).map(({ content }) => content)).toMatchObject([{ reason: "gone" }]);
  expect(await mailsTo(former)).toEqual([]);
  await place.publish({ recordId: Number(other.id) });
  place.receiver.answers((response) => void response.writeHead(204).end());
  const enabled = { webhook_endpoints: [{ enabled: true }] };
  expect((await place.client.put(`/webhook_endpoints/${place.endpoint}`, enabled)).status).toBe(200);
  expect(await place.queuedFor()).toHaveLength(1);
  await place.deliver();
  expect(place.receiver.received.map(({ data: { id } }) => id)).toEqual([one.id, one.id]);
  expect(await place.shown()).toMatchObject({ enabled: true, disabled_at: null, failing_since: null });
});

test("a redirect is a failure and is not followed", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  place.receiver.answers((response) => void response.writeHead(307, { location: place.receiver.url }).end());
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  expect(place.receiver.received).toHaveLength(1);
  expect(await place.attempts()).toMatchObject([
    { status: 307, succeeded: false, error: "The endpoint responded with 307. Redirects are not followed." },
  ]);
});

test("a failing endpoint is probed with one message at most every five minutes until it recovers", async () => {
  const place = await aPlace(service);
  const rentals = await Promise.all(Array.from({ length: 30 }, () => aRental(place.client)));
  place.receiver.answers((response) => void response.writeHead(503).end());
  await place.publish(...rentals.map(({ id }) => ({ recordId: Number(id) })));
  await place.deliver();
  const first = place.receiver.received.length;
  expect(first).toBeLessThanOrEqual(8);
  const tried: number[] = [];
  const pauses: number[] = [];
  for (let round = 0; round < 12; round++) {
    pauses.push(await deliverWhenQueued(place));
    tried.push(place.receiver.received.length - first);
  }
  expect(tried).toEqual(pauses.map((_, index) => index + 1));
  // The pause equals the time since the first failure, up to five minutes.
  expect(pauses[0]).toBeLessThan(minute);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(5.51 * minute);
  expect(Math.min(...pauses.slice(-4))).toBeGreaterThanOrEqual(5 * minute);
  // A new event does not wake the paused endpoint.
  const [due] = await place.queuedFor();
  await place.publish({ recordId: Number(rentals[0]?.id), type: "rental.created" });
  expect(await place.queuedFor()).toEqual([due]);
  place.receiver.answers((response) => void response.writeHead(204).end());
  const before = place.receiver.received.length;
  await deliverWhenQueued(place);
  place.clock.now += 24 * hour;
  await place.deliver();
  expect(place.receiver.received.length - before).toBe(31);
  expect((await place.attempts("&per_page=100&succeeded=true")).length).toBe(31);
  expect(await place.shown()).toMatchObject({ failing_since: null });
});

test("a message that is never accepted is given up after five days and does not block others", async () => {
  const place = await aPlace(service);
  const [bad, good] = [await aRental(place.client), await aRental(place.client)];
  place.receiver.answers((response, { data: { id } }) => void response.writeHead(id === bad.id ? 500 : 204).end());
  await place.publish({ recordId: Number(bad.id) }, { recordId: Number(bad.id), type: "rental.created" });
  for (let day = 0; day <= 6; day++) {
    await place.publish({ recordId: Number(good.id) });
    await place.deliver();
    place.clock.now += 10_000;
    await place.deliver();
    place.clock.now += 24.5 * hour;
  }
  const states = await place.attempts("&per_page=100");
  const ofBad = states.filter(({ record_id }) => record_id === String(bad.id));
  expect(new Set(ofBad.map(({ state, type }) => `${type} ${state}`))).toEqual(
    new Set(["rental.updated given_up", "rental.created waiting"]),
  );
  const ofGood = states.filter(({ record_id }) => record_id === String(good.id));
  expect([ofGood.length, ofGood.every(({ succeeded }) => succeeded)]).toEqual([7, true]);
  expect((await place.shown()).enabled).toBe(true);
});
