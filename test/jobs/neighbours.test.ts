import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { pollAutomations } from "../../src/modules/guests/automations/perform/poll-automations.ts";
import { pollFeeds } from "../../src/modules/stays/feeds/poll-feeds.ts";
import { aCalendar, aFeed, days, feedOf } from "../feeds/factories.ts";
import { type ApiClient, recordOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created, read } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aBogusGateway, aPayment, order } from "../payments/factories.ts";
import { smallPicture } from "../photos/pictures.ts";
import { createdEndpoint } from "../webhooks/factories.ts";

/** Slow work of one account delays neither other accounts nor its own other kinds of work. */
const mailer = keptMails();
const service = useService({ endpoints: {}, privateFetch: ["127.0.0.1"], localWebhooks: true, mailer });

/** A third-party server that holds back files and slow calendars until the test releases them. */
const held: ServerResponse[] = [];
const hooks: string[] = [];
const server = createServer((request, response) => {
  const path = request.url ?? "";
  if (path.startsWith("/held")) {
    held.push(response);
    // The response has begun, so no client times out.
    response.writeHead(200, { "content-type": "text/plain" }).write("a");
    if (!isHolding) letGo();
  } else if (path.startsWith("/later") && isLater) held.push(response);
  else if (path === "/calendar" || path.startsWith("/later")) response.end(aCalendar(days("stay", 40, 44)));
  else {
    hooks.push(path);
    response.writeHead(204).end();
  }
});
let isHolding = true;
/** Whether the calendar servers have died after their first response. */
let isLater = false;
const letGo = () => {
  for (const response of held.splice(0)) response.end();
};
beforeEach(() => {
  isHolding = true;
});
afterEach(async () => {
  isHolding = isLater = false;
  letGo();
  await until(async () => (await service.sql("select from graphile_worker._private_jobs")).length === 0);
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const isBound = (address: ReturnType<typeof server.address>): address is AddressInfo => typeof address === "object";
  const bound = server.address();
  if (!isBound(bound)) throw new Error("The server listens nowhere.");
  url = `http://127.0.0.1:${bound.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** An account with everything its jobs need. */
async function aBusyAccount() {
  const client = await service.aClient(await service.anAccount({ email: "stay@robles.example" }));
  return { client, gateway: await aBogusGateway(client), rental: await aRental(client, { base_rate: "100" }) };
}
type Account = Awaited<ReturnType<typeof aBusyAccount>>;

const sendAttachment = (client: ApiClient, name: string) =>
  created(client, "/inbox/attachments", "attachments", { remote_file_url: `${url}/held-${name}` });

/** Work of every lane for an account: charges a payment, sends a mail, reads a calendar, delivers a webhook. */
async function worksFor({ client, gateway, rental }: Account): Promise<void> {
  const guest = await aGuest(client);
  const address = `guest-${guest.id}@example.com`;
  await client.put(`/clients/${guest.id}`, { clients: [{ emails: [{ email: address, label: "home" }] }] });
  const booking = await aBooking(client, rental, { booked: true, client_id: guest.id, initial_price: "400" });
  const payment = await aPayment(client, booking, order(gateway));
  const feed = await aFeed(client, await aRental(client), { kind: "import", url: `${url}/calendar` });
  const hook = `/hook-${client.account}`;
  const endpoint = await createdEndpoint(client, { url: `${url}${hook}` });
  await client.post(`/webhook_endpoints/${endpoint.id}/ping`);
  await until(async () => (await read(client, "payments", payment.id)).paid_at !== null);
  await until(async () => {
    // On a cluster, only the recurring round performs the rule that confirms.
    await pollAutomations(service.database);
    return mailer.sent.some(({ to }) => to.address === address);
  });
  await until(async () => (await feedOf(client, feed)).last_success_at !== null);
  await until(() => hooks.includes(hook));
}

test("an account's slow downloads delay no payment, mail, calendar or webhook, and no other account's files", async () => {
  const [busy, other] = [await aBusyAccount(), await aBusyAccount()];
  for (let number = 0; number < 24; number++) await sendAttachment(busy.client, String(number));
  // Half of the lane's eight slots.
  await until(() => held.length === 4);
  await worksFor(other);
  await worksFor(busy);
  const photo = recordOf(
    await other.client.post(`/rentals/${other.rental.id}/photos`, { photos: [{ photo: smallPicture }] }),
    "photos",
  );
  await until(async () => (await read(other.client, "photos", photo.id)).giant_url !== null);
  expect(held).toHaveLength(4);
});

test("an account's waiting photo renditions delay none of its other work", async () => {
  const account = await aBusyAccount();
  for (let number = 0; number < 6; number++)
    await created(account.client, `/rentals/${account.rental.id}/photos`, "photos", {
      remote_photo_url: `${url}/held-photo-${number}`,
    });
  await until(() => held.length === 4);
  await worksFor(account);
  expect(held).toHaveLength(4);
});

test("an account's slow calendars do not delay another's", async () => {
  const [busy, other] = [await aBusyAccount(), await aBusyAccount()];
  for (let number = 0; number < 10; number++)
    await aFeed(busy.client, busy.rental, { kind: "import", url: `${url}/held-calendar-${number}` });
  await until(() => held.length >= 3);
  await worksFor(other);
});

test("an account's unreachable calendars do not delay another's scheduled reads, and are queued once", async () => {
  const [busy, other] = [await aBusyAccount(), await aBusyAccount()];
  const dead = await Promise.all(
    Array.from({ length: 6 }, (_, number) =>
      aFeed(busy.client, busy.rental, { kind: "import", url: `${url}/later-${number}` }),
    ),
  );
  const alive = await aFeed(other.client, other.rental, { kind: "import", url: `${url}/calendar` });
  await until(async () => (await service.sql("select from graphile_worker._private_jobs")).length === 0);
  // Times have second precision, so the last read is moved back to make the next one visible.
  await service.sql("update calendar_feeds set last_success_at = now() - interval '1 hour' where id = $1", [alive.id]);
  const lastSuccess = async () =>
    (await service.sql("select last_success_at::text as at from calendar_feeds where id = $1", [alive.id]))[0]?.at;
  const before = await lastSuccess();
  isLater = true;
  const round = async (ids: readonly unknown[]) => {
    await service.sql("update calendar_feeds set next_attempt_at = now() - interval '1 minute' where id = any ($1)", [
      ids,
    ]);
    await pollFeeds(service.database);
  };
  await round(dead.map(({ id }) => id));
  await until(() => held.length >= 3);
  await round([...dead, alive].map(({ id }) => id));
  await until(async () => (await lastSuccess()) !== before);
  expect(
    await service.sql("select from graphile_worker._private_jobs where payload ->> 'account' = $1", [
      String(busy.client.account),
    ]),
  ).toHaveLength(6);
});
