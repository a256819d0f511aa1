import { expect, test } from "vitest";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPlace } from "./deliveries.ts";

/** What is sent to webhook endpoints (events.md, Webhooks): by whom, in which order, and how it is signed. */
const service = useService({ localWebhooks: true });

test("a change is sent once, signed, with the record as the application sees it, and kept as a delivery", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client, { name: "Mill" });
  await place.publish({ type: "rental.created", recordId: Number(rental.id), changes: { name: [null, "Mill"] } });
  await place.deliver();
  await place.deliver();
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
      signedAt: Math.floor(place.clock.now / 1000),
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
