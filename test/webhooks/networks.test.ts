import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPlace, type Place } from "./deliveries.ts";

/** Roost sends no webhooks to private networks, whatever form the address takes (events.md, Webhooks). */
const service = useService({ localWebhooks: true });

/** A message for an endpoint with this URL, as if it had been stored before the URL was checked. */
async function waiting(url: string): Promise<Place> {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  await service.sql("update webhook_endpoints set url = $2 where id = $1", [place.endpoint, url]);
  await place.publish({ recordId: Number(rental.id) });
  return place;
}

const notPublic = "The endpoint leads to an address that is not public.";
const errors = async (place: Place) => (await place.attempts()).map(({ error, status }) => [error, status]);

test.each([
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://017700000001/",
  "https://127.1/",
  "https://0.0.0.0/",
  "https://0/",
  "https://10.0.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[::]/",
  "https://[::1]/",
  "https://[fe80::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://[::ffff:a00:1]/",
  "https://[64:ff9b::a00:1]/",
  "https://[2002:a00:1::]/",
  "https://localhost./",
  "https://LOCALHOST/",
])("%s is refused", async (url) => {
  const place = await waiting(url);
  await place.deliver({ localWebhooks: false });
  expect(await errors(place)).toEqual([[notPublic, null]]);
});

test("http is refused, except in the demo and to hosts that a setting allows", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  const publicly = { resolve: async () => [{ address: "93.184.215.14", family: 4 }] };
  await service.sql("update webhook_endpoints set url = 'http://shop.example/' where id = $1", [place.endpoint]);
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver({ localWebhooks: false, ...publicly });
  expect(await errors(place)).toEqual([["The endpoint is not an https URL.", null]]);
  await service.sql("update webhook_endpoints set url = $2 where id = $1", [place.endpoint, place.receiver.url]);
  place.clock.now += 3_600_000;
  await place.deliver({ localWebhooks: false, privateFetch: ["127.0.0.1"] });
  expect(place.receiver.received).toHaveLength(1);
});

test("a host name that resolves differently later reaches only the checked address", async () => {
  const place = await aPlace(service);
  const { port } = new URL(place.receiver.url);
  const rental = await aRental(place.client);
  await service.sql("update webhook_endpoints set url = $2 where id = $1", [
    place.endpoint,
    `http://rebound.example:${port}/`,
  ]);
  const hidden = createServer((_request, response) => void response.end());
  let met = 0;
  hidden.on("connection", () => met++);
  await new Promise<void>((resolve) => hidden.listen(Number(port), "127.0.0.2", resolve));
  onTestFinished(() => void hidden.close());
  // Only the first address is allowed; a second lookup returns another.
  let asked = 0;
  const resolve = async () => [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
  await place.publish({ recordId: Number(rental.id) }, { recordId: Number(rental.id), type: "rental.created" });
  await place.deliver({ localWebhooks: false, privateFetch: ["127.0.0.1"], resolve });
  expect([place.receiver.received.length, met]).toEqual([1, 0]);
  expect(await errors(place)).toEqual([
    [null, 204],
    [notPublic, null],
  ]);
});

test("a host with one non-public address is refused", async () => {
  const place = await waiting("https://shop.example/");
  const resolve = async () => [
    { address: "93.184.215.14", family: 4 },
    { address: "10.0.0.1", family: 4 },
  ];
  await place.deliver({ localWebhooks: false, resolve });
  expect(await errors(place)).toEqual([[notPublic, null]]);
});

test("a redirect to a private address is not followed", async () => {
  const place = await aPlace(service);
  const rental = await aRental(place.client);
  place.receiver.answers((response) => void response.writeHead(302, { location: "http://169.254.169.254/" }).end());
  await place.publish({ recordId: Number(rental.id) });
  await place.deliver();
  expect(await errors(place)).toEqual([["The endpoint responded with 302. Redirects are not followed.", 302]]);
});
