import { expect, test } from "vitest";
import { recordOf, recordsOf } from "../harness/client.ts";
import { aRental, created } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPlace } from "./deliveries.ts";

/** Webhook deliveries: their records, order and signature (events.md, Webhooks). */
const service = useService({ localWebhooks: true });

test("a change is sent once, signed, with the record as the application sees it, and stored as a delivery", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client, { name: "Mill" });
  await place.publish({ type: "rental.created", recordId: Number(rental.id), changed: ["name"] });
  const began = performance.now();
  await place.deliver();
  await place.deliver();
  const lastMoment = place.clock.now + Math.ceil(performance.now() - began);
  expect(place.receiver.refused).toEqual([]);
  expect(place.receiver.received).toEqual([
    {
      type: "rental.created",
      timestamp: new Date(place.clock.now).toISOString(),
      data: {
        id: rental.id,
        account_id: place.client.account,
        resource: "rentals",
        record: expect.objectContaining({ id: rental.id, name: "Mill", links: expect.anything() }),
        changed: ["name"],
      },
      webhookId: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      signedAt: expect.toSatisfy(
        (at: number) => at >= Math.floor(place.clock.now / 1000) && at <= Math.floor(lastMoment / 1000),
      ),
      headers: expect.objectContaining({ "content-type": "application/json", "user-agent": "Roost" }),
    },
  ]);
  const [delivery, ...others] = await place.attempts();
  expect(others).toEqual([]);
  expect(delivery).toMatchObject({
    ...{ webhook_id: place.receiver.received[0]?.webhookId, type: "rental.created", record_id: String(rental.id) },
    ...{ attempt: 1, status: 204, succeeded: true, error: null, state: "delivered", answer: "" },
    links: { endpoint: place.endpoint },
  });
});

test("a ping is sent like any message, and is about the endpoint only", async () => {
  const place = await aPlace(service);
  const answer = await place.client.post(`/webhook_endpoints/${place.endpoint}/ping`);
  expect(await place.queuedFor()).toHaveLength(1);
  await place.deliver();
  expect(place.receiver.received).toMatchObject([
    {
      ...{ type: "ping", webhookId: expect.any(String) },
      data: { id: place.endpoint, resource: "webhook_endpoints", record: null, changed: [] },
    },
  ]);
  expect(answer.json.meta).toEqual({ webhook_id: place.receiver.received[0]?.webhookId });
});

test("messages about one record wait for earlier ones, while other records continue", async () => {
  const place = await aPlace(service);
  const [one, other] = [await aRental(place.client), await aRental(place.client)];
  let isWell = false;
  place.receiver.answers((response, { data }) => {
    response.writeHead(!isWell && data.id === one.id ? 500 : 204).end();
  });
  const of = (rental: typeof one, name: string) => ({
    recordId: Number(rental.id),
    changes: { name: ["", name] as const },
  });
  await place.publish({ ...of(one, "a"), type: "rental.created" }, of(one, "b"), of(other, "c"), of(one, "d"));
  await place.deliver();
  const told = () => place.receiver.received.map(({ type, data: { id } }) => [type, id]);
  expect(told().toSorted()).toEqual(
    [
      ["rental.created", one.id],
      ["rental.updated", other.id],
    ].toSorted(),
  );
  isWell = true;
  place.clock.now += 6000;
  await place.deliver();
  expect(told().slice(2)).toEqual([
    ["rental.created", one.id],
    ["rental.updated", one.id],
    ["rental.updated", one.id],
  ]);
  const ids = place.receiver.received.filter(({ type }) => type === "rental.created").map((one) => one.webhookId);
  expect(new Set(ids).size).toBe(1);
  expect((await place.attempts()).map(({ attempt }) => attempt)).toEqual([1, 1, 2, 1, 1]);
});

test("messages about up to eight records are in flight at a time, over reused connections", async () => {
  const place = await aPlace(service);
  const rentals = await Promise.all(Array.from({ length: 24 }, () => aRental(place.client)));
  const held: (() => void)[] = [];
  place.receiver.answers((response) => {
    held.push(() => response.writeHead(204).end());
    if (held.length % 8 === 0) for (const release of held.splice(0)) release();
  });
  await place.publish(...rentals.map(({ id }) => ({ recordId: Number(id) })));
  await place.deliver();
  expect([place.receiver.received.length, place.receiver.most(), place.receiver.connections()]).toEqual([24, 8, 8]);
});

test("only one of two concurrent runs delivers, and the other returns after its lease", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  place.receiver.answers(async (response) => {
    asked.resolve();
    await release.promise;
    response.writeHead(204).end();
  });
  await place.publish({ recordId: Number(rental.id) });
  const first = place.deliver();
  await asked.promise;
  await place.deliver();
  // The endpoint's delivery is already queued for the end of the first one's lease.
  const [due = 0, ...others] = await place.queuedFor();
  expect(others).toEqual([]);
  expect(due - Date.now()).toBeGreaterThan(5_000);
  await place.publish({ recordId: Number(rental.id), type: "rental.created" });
  // The running delivery also sends messages that arrive meanwhile, so no other is queued.
  expect(await place.queuedFor()).toEqual([due]);
  release.resolve();
  await first;
  expect(place.receiver.received.map(({ type }) => type)).toEqual(["rental.updated", "rental.created"]);
});

test("a run that dies loses nothing: the next one sends the same message after the lease expires", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  const dying = new AbortController();
  place.receiver.answers(() => dying.abort(new Error("killed")));
  await place.publish({ recordId: Number(rental.id) });
  await expect(place.deliver({ signal: dying.signal })).rejects.toThrow("killed");
  expect(await place.attempts()).toEqual([]);
  place.receiver.answers((response) => void response.writeHead(204).end());
  await place.deliver();
  expect(place.receiver.received).toHaveLength(1);
  await service.sql("update webhook_endpoints set leased_until = now() - interval '1 second' where id = $1", [
    place.endpoint,
  ]);
  await place.deliver();
  const [first, second] = place.receiver.received;
  expect([place.receiver.received.length, second?.webhookId]).toEqual([2, first?.webhookId]);
});

test("a shutdown finishes messages in flight and queues the rest", async () => {
  const place = await aPlace(service);
  const rentals = await Promise.all(Array.from({ length: 10 }, () => aRental(place.client)));
  const ending = new AbortController();
  place.receiver.answers((response) => {
    ending.abort();
    response.writeHead(204).end();
  });
  await place.publish(...rentals.map(({ id }) => ({ recordId: Number(id) })));
  await place.deliver({ ending: ending.signal });
  expect(place.receiver.received.length).toBeLessThan(10);
  expect(await place.attempts()).toHaveLength(place.receiver.received.length);
  expect(await place.queuedFor()).toHaveLength(1);
  await place.deliver();
  expect(place.receiver.received).toHaveLength(10);
});

test("after a rotation, the former secret also signs for a day, and the new one immediately", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  const rotated = await place.client.post(`/webhook_endpoints/${place.endpoint}/rotate_secret`);
  const { secret } = recordOf(rotated, "webhook_endpoints");
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  expect(place.receiver.received).toHaveLength(1);
  expect(place.receiver.received[0]?.headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
  place.receiver.holds(String(secret));
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  expect(place.receiver.received).toHaveLength(2);
  place.clock.now += 24.1 * 3_600_000;
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  expect(place.receiver.received[2]?.headers["webhook-signature"]).toMatch(/^v1,\S{44}$/);
  expect(place.receiver.refused).toEqual([]);
});

test("the first 4 KB of a response are stored as printable text", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  place.receiver.answers((response) => {
    response.writeHead(200);
    response.write(Buffer.concat([Buffer.from("päß\u0000\u202E\n"), Buffer.from([0xff])]));
    // Roost does not wait for the end of the response.
    response.write("x".repeat(100_000));
  });
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  const [delivery] = await place.attempts();
  expect(delivery).toMatchObject({ status: 200, succeeded: true });
  const answer = String(delivery?.answer);
  expect(answer.slice(0, 10)).toBe("päß\uFFFD\uFFFD\n\uFFFDxxx");
  expect(answer.length).toBeLessThanOrEqual(4096);
  expect(answer.length).toBeGreaterThan(4080);
});

test("a record that no longer exists is reported as deleted, with its id only", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  await place.publish({ recordId: Number(rental.id) });
  expect((await place.client.delete(`/rentals/${rental.id}`)).status).toBe(204);
  await place.deliver();
  expect(place.receiver.received.map(({ type, data }) => [type, data])).toEqual([
    [
      "rental.deleted",
      { id: rental.id, account_id: place.client.account, resource: "rentals", record: null, changed: [] },
    ],
  ]);
});

test("an endpoint receives only the types it selects, and nothing while it is disabled", async () => {
  const place = await aPlace(service, { attributes: { event_types: ["rental.created"] } });
  const rental = await aRental(place.client);
  await place.publish({ recordId: Number(rental.id) }, { recordId: Number(rental.id), type: "rental.created" });
  const enable = (enabled: boolean) =>
    place.client.put(`/webhook_endpoints/${place.endpoint}`, { webhook_endpoints: [{ enabled }] });
  await enable(false);
  await place.publish({ recordId: Number(rental.id), type: "rental.created" });
  await place.deliver();
  expect(place.receiver.received).toEqual([]);
  // Messages queued before are delivered now.
  await enable(true);
  await place.deliver();
  expect(place.receiver.received.map(({ type }) => type)).toEqual(["rental.created"]);
});

test("an account receives nothing of another's, and queues nothing without endpoints", async () => {
  const [place, other] = [await aPlace(service), await aPlace(service)];
  await place.client.delete(`/webhook_endpoints/${place.endpoint}`);
  await place.publish({ recordId: 1 });
  const rows = await service.sql("select id from webhook_messages where account_id = any ($1)", [
    [place.client.account, other.client.account],
  ]);
  expect(rows).toEqual([]);
});

test("changes written through the API are sent as the feed shows them", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client, { name: "Mill" });
  await created(place.client, "/clients", "clients", { fullname: "Ada" });
  await place.publishWritten();
  await place.deliver();
  const feed = await service.sql("select type, record_id from changes where account_id = $1 order by id", [
    place.client.account,
  ]);
  const told = place.receiver.received.map(({ type, data: { id } }) => ({ type, record_id: String(id) }));
  expect(told).toEqual(expect.arrayContaining([{ type: "rental.created", record_id: String(rental.id) }]));
  const types = recordsOf(await place.client.get("/event_types"), "event_types").map(({ type }) => type);
  expect(told.toSorted(byText)).toEqual(feed.filter(({ type }) => types.includes(type)).toSorted(byText));
  expect(place.receiver.refused).toEqual([]);
});

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
