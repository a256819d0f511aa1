import { expect, test } from "vitest";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aPlace } from "./deliveries.ts";
import { aReceiver } from "./receiver.ts";

/** Job runner deliveries: one endpoint's beside those of others. */
const service = useService({ endpoints: {}, localWebhooks: true });

test("five unresponsive endpoints do not delay a sixth", async () => {
  const place = await aPlace(service);
  const dead = await aReceiver(Date.now);
  dead.answers(() => undefined);
  for (let number = 1; number <= 5; number++)
    await place.client.post("/webhook_endpoints", { webhook_endpoints: [{ url: `${dead.url}/${number}` }] });
  const rentals = await Promise.all(Array.from({ length: 40 }, () => aRental(place.client)));
  for (let round = 1; round <= 3; round++)
    await place.publish(
      ...rentals.map(({ id }) => ({ recordId: Number(id), changes: { name: ["", `${round}`] as const } })),
    );
  // The test would time out before the other endpoints give up.
  await until(() => place.receiver.received.length === 120);
  expect(place.receiver.refused).toEqual([]);
  const inOrder = rentals.map(({ id }) => place.receiver.received.filter(({ data }) => data.id === id).length);
  expect(inOrder).toEqual(rentals.map(() => 3));
});

test("changes committed during a delivery are sent too, in order, with concurrent publishers", async () => {
  const place = await aPlace(service);
  const rentals = await Promise.all(Array.from({ length: 5 }, () => aRental(place.client)));
  const publishing = rentals.map(async ({ id }) => {
    for (let step = 0; step < 20; step++)
      await place.publish({ recordId: Number(id), type: step % 2 === 0 ? "rental.created" : "rental.updated" });
  });
  await Promise.all(publishing);
  await until(() => place.receiver.received.length >= 100);
  for (const { id } of rentals) {
    const types = place.receiver.received.filter(({ data }) => data.id === id).map(({ type }) => type);
    expect(types).toEqual(
      Array.from({ length: 20 }, (_, step) => (step % 2 === 0 ? "rental.created" : "rental.updated")),
    );
  }
});
