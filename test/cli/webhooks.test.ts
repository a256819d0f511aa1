import { expect, test } from "vitest";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPlace } from "../webhooks/deliveries.ts";
import { operatorOf } from "./operator.ts";

/** operations.md: managing webhooks on the command line. */
const service = useService({ localWebhooks: true });
const operator = operatorOf(service);

test("lists endpoints with their queued messages, and only their hosts in the table", async () => {
  const place = await aPlace(service);
  await place.publish({}, {});
  const listed = await operator.list("webhook", "list", "--account", String(place.client.account));
  expect(listed).toMatchObject([
    { id: place.endpoint, application: place.client.application, enabled: true, waiting: 2, last_attempt_at: null },
  ]);
  const other = await aPlace(service);
  const all = await operator.list("webhook", "list");
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([place.endpoint, other.endpoint]));
  const of = await operator.list("webhook", "list", "--application", String(other.client.application));
  expect(of.map(({ id }) => id)).toEqual([other.endpoint]);
  expect((await operator.run("webhook", "list")).out).not.toContain(
    new URL(place.receiver.url).pathname.slice(1) || "http:",
  );
  expect(await operator.json("webhook", "show", String(place.endpoint))).toMatchObject({ url: place.receiver.url });
  expect(await operator.run("webhook", "show", "987654")).toMatchObject({
    ...{ code: 1, err: "error: Webhook endpoint 987654 not found.\n" },
  });
});

test("sends a ping and lists its delivery, but sends none to a disabled endpoint", async () => {
  const place = await aPlace(service);
  const id = String(place.endpoint);
  const { webhook_id } = await operator.json("webhook", "ping", id);
  await place.deliver();
  expect(place.receiver.received).toMatchObject([{ type: "ping", webhookId: webhook_id }]);
  expect(await operator.list("webhook", "deliveries", id)).toMatchObject([
    { webhook_id, type: "ping", attempt: 1, status: 204, succeeded: true, state: "delivered", error: null },
  ]);
  expect(await operator.list("webhook", "deliveries", id, "--failed")).toEqual([]);
  await operator.json("webhook", "disable", id, "--yes");
  expect(await place.shown()).toMatchObject({ enabled: false });
  expect(await operator.run("webhook", "ping", id)).toMatchObject({
    code: 1,
    err: expect.stringContaining("it is disabled"),
  });
  await operator.json("webhook", "enable", id);
  expect(await place.shown()).toMatchObject({ enabled: true });
});

test("resends the messages since a time, or the message of one attempt", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  const id = String(place.endpoint);
  expect(await operator.json("webhook", "replay", id, "--since", "2020-01-01")).toEqual({ replayed: 1 });
  await place.deliver();
  const [last] = await operator.list("webhook", "deliveries", id);
  expect(await operator.json("webhook", "replay", "--delivery", String(last?.id))).toEqual({ replayed: 1 });
  await place.deliver();
  const sent = place.receiver.received.map(({ webhookId }) => webhookId);
  expect(sent).toEqual([sent[0], sent[0], sent[0]]);
  for (const words of [[id], ["--since", "2020-01-01"], [id, "--since", "2020-01-01", "--delivery", "1"]])
    expect(await operator.run("webhook", "replay", ...words)).toMatchObject({ code: 1, out: "" });
  expect(await operator.run("webhook", "replay", "--delivery", "987654")).toMatchObject({ code: 1 });
});

test("sends nothing to a disabled application, and replays the queued messages later", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  await place.publish({ recordId: Number(rental.id) });
  await operator.json("application", "disable", String(place.client.application), "--yes");
  await place.deliver();
  expect(place.receiver.received).toEqual([]);
  await operator.json("application", "enable", String(place.client.application));
  await operator.json("webhook", "replay", String(place.endpoint), "--since", "2020-01-01");
  await place.deliver();
  expect(place.receiver.received).toHaveLength(1);
});
