import { expect, test } from "vitest";
import { forgetWebhooks } from "../../src/app/jobs/forget-webhooks.ts";
import { errorsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPlace } from "./deliveries.ts";

/** Deliveries: inspection, replay and expiry (events.md, Webhooks). */
const service = useService({ localWebhooks: true });

test("replaying a delivery sends the current record under the same webhook-id", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client, { name: "Mill" });
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  await place.client.put(`/rentals/${rental.id}`, { rentals: [{ name: "Barn" }] });
  const [delivery] = await place.attempts();
  const answer = await place.client.post(`/webhook_deliveries/${delivery?.id}/replay`);
  expect([answer.status, answer.json.webhook_deliveries]).toEqual([200, [delivery]]);
  await place.deliver();
  const [first, second] = place.receiver.received;
  expect([first?.data.record?.name, second?.data.record?.name]).toEqual(["Mill", "Barn"]);
  expect(second).toMatchObject({ webhookId: first?.webhookId, timestamp: first?.timestamp, type: first?.type });
  // Two replays of a waiting message send it once.
  await place.client.post(`/webhook_deliveries/${delivery?.id}/replay`);
  await place.client.post(`/webhook_deliveries/${delivery?.id}/replay`);
  await place.deliver();
  expect(place.receiver.received).toHaveLength(3);
});

test("replaying a message that waits for its next attempt sends it immediately", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  place.receiver.answers((response) => void response.writeHead(500).end());
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  await place.deliver();
  place.receiver.answers((response) => void response.writeHead(204).end());
  const [delivery] = await place.attempts();
  await place.client.post(`/webhook_deliveries/${delivery?.id}/replay`);
  await place.deliver();
  expect((await place.attempts()).map(({ attempt, succeeded }) => [attempt, succeeded])).toEqual([
    [1, false],
    [2, true],
  ]);
});

test("replaying an endpoint sends each message since a time once, in order, without pings", async () => {
  const place = await aPlace(service);
  const [one, other] = [await aRental(place.client), await aRental(place.client)];
  await place.publish({ recordId: Number(one.id) }, { recordId: Number(other.id) }, { recordId: Number(one.id) });
  await place.client.post(`/webhook_endpoints/${place.endpoint}/ping`);
  await place.deliver();
  const before = place.receiver.received.splice(0);
  await service.sql(
    "update webhook_messages set created_at = now() - interval '2 days' where id = (select min(id) from webhook_messages where endpoint_id = $1)",
    [place.endpoint],
  );
  const since = new Date(Date.now() - 24 * 3_600_000).toISOString();
  const replay = (query = "") => place.client.post(`/webhook_endpoints/${place.endpoint}/replay${query}`);
  const answer = await replay(`?since=${since}`);
  expect([answer.status, answer.json.meta]).toEqual([200, { replayed: 2 }]);
  await place.deliver();
  const changes = before.filter(({ type }) => type !== "ping").map(({ webhookId }) => webhookId);
  expect(place.receiver.received.map(({ webhookId }) => webhookId).toSorted()).toEqual(changes.slice(1).toSorted());
  expect((await replay()).status).toBe(400);
  expect((await replay("?since=yesterday")).status).toBe(400);
  expect((await replay(`?since=${since}&until=${since}`)).text).toContain("Known parameters: since");
});

test("refuses to replay a disabled endpoint or another application's", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  const [delivery] = await place.attempts();
  const other = await service.aClient(place.client.account);
  expect((await other.post(`/webhook_deliveries/${delivery?.id}/replay`)).status).toBe(404);
  expect((await other.post(`/webhook_endpoints/${place.endpoint}/replay?since=2026-01-01T00:00:00Z`)).status).toBe(404);
  expect((await other.get("/webhook_deliveries")).json.webhook_deliveries).toEqual([]);
  const reader = await service.aClient(place.client.account, { scopes: ["rentals_read"] });
  expect((await reader.get("/webhook_deliveries")).status).toBe(403);
  await place.client.put(`/webhook_endpoints/${place.endpoint}`, { webhook_endpoints: [{ enabled: false }] });
  const refused = await place.client.post(`/webhook_deliveries/${delivery?.id}/replay`);
  expect([refused.status, errorsOf(refused)]).toEqual([422, { base: [expect.stringContaining("is disabled")] }]);
});

test("deliveries can be filtered by endpoint and response status", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  place.receiver.answers((response) => void response.writeHead(500).end());
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  expect((await place.attempts("&status=500")).length).toBe(1);
  expect((await place.attempts("&status=204")).length).toBe(0);
  expect((await place.attempts("&succeeded=false")).length).toBe(1);
  expect((await place.client.get("/webhook_deliveries?endpoint_id=999999")).json.webhook_deliveries).toEqual([]);
});

test("attempts are deleted after their retention, and messages with their last attempt", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  await place.publish({ recordId: Number(rental.id) }, { recordId: Number(rental.id), type: "rental.created" });
  await place.deliver();
  await service.sql("update webhook_messages set created_at = now() - interval '31 days' where endpoint_id = $1", [
    place.endpoint,
  ]);
  await service.sql(
    `update webhook_deliveries set created_at = now() - interval '31 days'
     where id = (select min(id) from webhook_deliveries where endpoint_id = $1)`,
    [place.endpoint],
  );
  while ((await forgetWebhooks(service.database, 30)) > 0);
  const counts = await service.sql(
    `select (select count(*)::integer from webhook_messages where endpoint_id = $1) as messages,
       (select count(*)::integer from webhook_deliveries where endpoint_id = $1) as attempts`,
    [place.endpoint],
  );
  expect(counts).toEqual([{ messages: 1, attempts: 1 }]);
});
