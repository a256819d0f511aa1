import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import type { Transaction } from "../../src/database/sql/transaction.ts";
import { disableUser } from "../../src/modules/platform/people/disable-user.ts";
import { setPassword } from "../../src/modules/platform/people/passwords/set-password.ts";
import { addDevice, openDevice } from "../../src/modules/platform/people/push-devices.ts";
import { confirmSecondFactor, proposeSecondFactor } from "../../src/modules/platform/people/second-factor/enrol.ts";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { queueDigests } from "../../src/modules/records/notifications/digest/send-digest.ts";
import { type NoticeKind, rolesFor } from "../../src/modules/records/notifications/notice-kinds.ts";
import { notifyPeople } from "../../src/modules/records/notifications/notify-people.ts";
import { aCalendar, aFeed, days } from "../feeds/factories.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { queries } from "../harness/queries.ts";
import { takeQueued } from "../harness/queued-jobs.ts";
import { testSecrets } from "../harness/secrets.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aConversation, aMessage, aParticipant } from "../inbox/fixture.ts";
import { dayAhead } from "../rates/factories.ts";
import { aPushBrowser, type PushBrowser } from "./push-service.ts";

/** Notifications by mail and push, on a running job queue. */
const mailer = keptMails();
const service = useService({ endpoints: {}, privateFetch: ["127.0.0.1"], mailer });

const anApi = async (): Promise<ApiClient> => service.aClient(await service.anAccount({ time_zone: "UTC" }));
const guestOf = (client: ApiClient) => aGuest(client, { fullname: "Ada Guest" });

/** Calls an endpoint of the console, which is outside of the API. */
async function onConsole(person: ConsoleClient, method: string, path: string, body?: unknown) {
  const answer = await fetch(`${service.url}/console${path}`, {
    method,
    headers: { ...person.headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: text === "" ? {} : JSON.parse(text) };
}

const choose = (person: ConsoleClient, choices: object) =>
  onConsole(person, "PUT", `/accounts/${person.account}/notifications`, { mail: [], push: [], ...choices });

async function enabled(person: ConsoleClient, browser: PushBrowser): Promise<number> {
  const { status, json } = await onConsole(person, "POST", "/me/devices", {
    name: "Firefox",
    subscription: browser.subscription,
  });
  expect(status).toBe(201);
  return json.id;
}

/** The mails to a person, without those of other tests. */
async function mailsTo({ user }: ConsoleClient) {
  const [row] = await service.sql("select email from users where id = $1", [user]);
  return mailer.sent.filter(({ to }) => to.address === row?.email);
}

/** Publishes what was committed, and waits until no job is due. */
async function settled(): Promise<void> {
  for (const { account } of await service.sql("select distinct account_id::integer as account from change_outbox"))
    await publishAll(service.database.within([Number(account)]), Number(account), queries);
  await until(
    async () => (await service.sql("select from graphile_worker._private_jobs where run_at <= now()")).length === 0,
  );
}

/** Queues an account's waiting notifications again without their delay, as if their hour had passed. */
async function anHourLater({ account }: ApiClient): Promise<void> {
  await settled();
  const payloads = await takeQueued(service, notifyPeople, Number(account));
  for (const payload of payloads)
    await service.database
      .within([Number(account)])
      .transaction((transaction) =>
        transaction.run("select queue_job($1, $2, $3, 8, lane => $4)", [
          ...[notifyPeople.name, Number(account), JSON.stringify(payload), notifyPeople.lane],
        ]),
      );
  await settled();
}

test("a new booking reaches each member who chose it, by mail and on their devices, once", async () => {
  const client = await anApi();
  const [owner, other, cleaner] = [
    await aMember(service, Number(client.account), "owner"),
    await aMember(service, Number(client.account), "manager"),
    await aMember(service, Number(client.account), "cleaner"),
  ];
  await service.sql("update users set locale = 'de' where id = $1", [owner.user]);
  const [phone, laptop] = [await aPushBrowser(), await aPushBrowser()];
  for (const browser of [phone, laptop]) await enabled(owner, browser);
  expect(await choose(owner, { mail: ["booked"], push: ["booked"] })).toMatchObject({ status: 204 });
  expect(await choose(cleaner, { mail: ["booked"] })).toMatchObject({ status: 422 });
  const guest = await guestOf(client);
  const stay = await aBooking(client, await aRental(client), { booked: true, client_id: guest.id });
  await settled();
  for (const { received } of [phone, laptop]) {
    expect(received.map(({ message }) => message)).toEqual([
      {
        title: "Neue Buchung: Cottage 1",
        body: "Ada Guest: Mittwoch, 4. Januar 2090 – Sonntag, 8. Januar 2090",
        url: `/console/bookings/${stay.id}`,
        tag: `booked ${client.account} ${stay.id}`,
      },
    ]);
    expect(received[0]?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
  }
  const mails = await mailsTo(owner);
  expect(mails.map(({ subject }) => subject)).toEqual(["Neue Buchung: Cottage 1"]);
  expect(mails[0]?.text).toContain(`https://roost.test/console/bookings/${stay.id}`);
  expect([...(await mailsTo(other)), ...(await mailsTo(cleaner))]).toEqual([]);
});

test("a hold notifies nobody until it is confirmed, and a canceled booking notifies once", async () => {
  const client = await anApi();
  const owner = await aMember(service, Number(client.account), "owner");
  await choose(owner, { mail: ["booked", "canceled"] });
  const stay = await aBooking(client, await aRental(client), { tentative_expires_at: "2089-12-01T12:00:00Z" });
  await settled();
  expect(await mailsTo(owner)).toEqual([]);
  await client.put(`/bookings/${stay.id}`, { bookings: [{ booked: true }] });
  await settled();
  await client.delete(`/bookings/${stay.id}`);
  await settled();
  expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([
    "New booking: Cottage 1",
    "Canceled: Cottage 1",
  ]);
});

test("people hear nothing of what they did themselves, nor after they lost the role", async () => {
  const client = await anApi();
  const [one, another, former] = [
    await aMember(service, Number(client.account), "owner"),
    await aMember(service, Number(client.account), "owner"),
    await aMember(service, Number(client.account), "manager"),
  ];
  for (const person of [one, another, former]) await choose(person, { mail: ["booked"] });
  await service.sql("update memberships set role = 'viewer' where user_id = $1", [former.user]);
  await aBooking(one, await aRental(client), { booked: true });
  await settled();
  expect([...(await mailsTo(one)), ...(await mailsTo(former))]).toEqual([]);
});

test("a message that stays unread for an hour notifies once, and one that was read does not", async () => {
  const client = await anApi();
  const owner = await aMember(service, Number(client.account), "owner");
  await choose(owner, { mail: ["unread"] });
  for (const isRead of [false, true]) {
    const conversation = await aConversation(client);
    const guest = await aParticipant(client, conversation, "Client", await guestOf(client));
    await aMessage(client, conversation, guest);
    await aMessage(client, conversation, guest, { content: "Hello?" });
    if (isRead) await service.sql("update conversations set read_at = now() where id = $1", [conversation.id]);
  }
  await settled();
  expect((await mailsTo(owner)).filter(({ subject }) => subject.includes("waiting"))).toEqual([]);
  await anHourLater(client);
  expect((await mailsTo(owner)).filter(({ subject }) => subject.includes("waiting"))).toHaveLength(1);
});

test("a problem on a task notifies owners and managers once", async () => {
  const client = await anApi();
  const [owner, cleaner] = [
    await aMember(service, Number(client.account), "owner"),
    await aMember(service, Number(client.account), "cleaner"),
  ];
  const rental = await aRental(client, { name: "Mill House" });
  const task = await created(client, "/tasks", "tasks", { rental_id: rental.id, due_from: "2090-03-04" });
  const report = (attributes: Json) => client.post(`/tasks/${task.id}/report`, { tasks: [attributes] });
  await report({ minutes: 5 });
  await report({ problem: "The boiler leaks" });
  await report({ minutes: 10 });
  await settled();
  const problems = async (person: ConsoleClient) =>
    (await mailsTo(person)).filter(({ subject }) => subject === "Problem reported: Mill House");
  const [mail, ...others] = await problems(owner);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("The boiler leaks");
  expect(mail?.text).toContain(`/console/cleaning?task=${task.id}`);
  expect(await problems(cleaner)).toEqual([]);
});

/** Uploads a calendar of stays of two nights, by the days of their arrivals. */
async function uploads(client: ApiClient, feed: Json, arrivals: readonly number[]): Promise<void> {
  const calendar = aCalendar(...arrivals.map((from) => days(`uid ${from}`, from, from + 2)));
  const answer = await client.post(`/calendar_feeds/${feed.id}/upload`, { calendar_feeds: [{ calendar }] });
  expect(answer.status, answer.text).toBe(202);
  await settled();
}

test("a calendar that double-books nights notifies owners and managers once, unless they chose otherwise", async () => {
  const client = await anApi();
  const people = [];
  for (const role of ["owner", "manager", "accountant", "cleaner"] as const)
    people.push(await aMember(service, Number(client.account), role));
  const silent = await aMember(service, Number(client.account), "owner");
  await choose(silent, { mail: ["canceled"] });
  const [owner] = people;
  if (!owner) throw new Error("No owner.");
  const shown = await onConsole(owner, "GET", `/accounts/${client.account}/notifications`);
  expect(shown.json).toMatchObject({ mail: ["feed", "task"], push: [], digest_hour: null });
  const rental = await aRental(client);
  const stay = await aBooking(client, rental, { start_at: dayAhead(3), end_at: dayAhead(5) });
  const feed = await aFeed(client, rental, { kind: "import" });
  for (let run = 0; run < 2; run++) await uploads(client, feed, [4]);
  const mails = await Promise.all([...people, silent].map(mailsTo));
  expect(mails.map((own) => own.map(({ subject }) => subject))).toEqual([
    ...Array(2).fill(["Double booking: Cottage 1"]),
    ...[[], [], []],
  ]);
  expect(mails[0]?.[0]?.text).toContain(`Booking ${stay.reference}`);
  expect(mails[0]?.[0]?.text).toContain("/console/settings/calendars");
});

test("a calendar that fails for three hours notifies once, by mail and push", async () => {
  const client = await anApi();
  const owner = await aMember(service, Number(client.account), "owner");
  const browser = await aPushBrowser();
  await enabled(owner, browser);
  await choose(owner, { mail: ["feed"], push: ["feed"] });
  const feed = await aFeed(client, await aRental(client), { kind: "import", url: "http://127.0.0.1:1/house.ics" });
  await settled();
  expect(await mailsTo(owner)).toEqual([]);
  await service.sql("update calendar_feeds set failing_since = now() - interval '4 hours' where id = $1", [feed.id]);
  for (let run = 0; run < 2; run++) {
    await client.post(`/calendar_feeds/${feed.id}/sync`);
    await settled();
  }
  const subject = "Channel A: the calendar cannot be read";
  expect((await mailsTo(owner)).map((mail) => mail.subject)).toEqual([subject]);
  expect((await mailsTo(owner))[0]?.text).toContain("Last error");
  expect(browser.received.map(({ message }) => message)).toEqual([
    expect.objectContaining({ title: subject, url: "/console/settings/calendars" }),
  ]);
});

test("a device whose subscription ended is removed, and one of another person cannot be used", async () => {
  const client = await anApi();
  const [owner, other] = [
    await aMember(service, Number(client.account), "owner"),
    await aMember(service, Number(client.account), "owner"),
  ];
  const browser = await aPushBrowser();
  const device = await enabled(owner, browser);
  const path = `/accounts/${client.account}/notifications/test`;
  expect(await onConsole(other, "POST", path, { device })).toMatchObject({ status: 404 });
  expect(await onConsole(other, "DELETE", `/me/devices/${device}`)).toMatchObject({ status: 404 });
  expect(await onConsole(owner, "POST", path, { device })).toMatchObject({ status: 204 });
  await until(() => browser.received.length === 1);
  expect(browser.received[0]?.message).toMatchObject({ title: "Roost", tag: "test" });
  browser.answers(410);
  await onConsole(owner, "POST", path, { device });
  await until(
    async () =>
      (await service.sql("select from push_devices where user_id = $1 and ended_at is null", [owner.user])).length ===
      0,
  );
  const { json } = await onConsole(owner, "GET", "/me/devices");
  expect(json.devices).toEqual([]);
});

test("a new password, a second factor and disabling the person end all of their devices", async () => {
  const account = await service.anAccount();
  const [owner, colleague] = [await aMember(service, account, "owner"), await aMember(service, account, "owner")];
  const [address] = await service.sql("select email from users where id = $1", [owner.user]);
  const kept = await enabled(colleague, await aPushBrowser());
  const secrets = testSecrets;
  const now = Date.now();
  const ends: Record<string, (transaction: Transaction) => Promise<unknown>> = {
    "new password": (transaction) => setPassword(transaction, String(address?.email), "a lighthouse in november"),
    "second factor": async (transaction) => {
      const { secret } = await proposeSecondFactor(transaction, secrets, {
        user: owner.user,
        email: "rosa@example.com",
      });
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
      await confirmSecondFactor(transaction, secrets, { user: owner.user, code, session: Buffer.alloc(32), now });
    },
    disabling: (transaction) => disableUser(transaction, owner.user, { keepAuthorizations: false }),
  };
  const left = async () =>
    (
      await service.sql("select id::integer from push_devices where user_id = any($1) and ended_at is null", [
        [owner.user, colleague.user],
      ])
    ).map(({ id }) => id);
  for (const [event, end] of Object.entries(ends)) {
    const { subscription } = await aPushBrowser();
    await service.database.transaction((transaction) =>
      addDevice(transaction, secrets, { user: owner.user, name: "Firefox", subscription }),
    );
    expect(await left(), event).toHaveLength(2);
    await service.database.transaction(end);
    expect(await left(), event).toEqual([kept]);
  }
});

test("a device shows nothing that is sent after its person lost the role, left the account or was disabled", async () => {
  const client = await anApi();
  const account = Number(client.account);
  const manager = await aMember(service, account, "manager");
  const device = await enabled(manager, await aPushBrowser());
  const open = (kind: NoticeKind) =>
    service.database
      .within([account])
      .transaction((transaction) => openDevice(transaction, testSecrets, { device, account, roles: rolesFor(kind) }));
  const becomes = (role: string) =>
    service.sql("update memberships set role = $3 where account_id = $1 and user_id = $2", [
      ...[account, manager.user, role],
    ]);
  expect(await open("unread")).toMatchObject({ user: manager.user });
  await becomes("accountant");
  expect([await open("unread"), (await open("booked"))?.user]).toEqual([undefined, manager.user]);
  await service.sql("update users set disabled_at = now() where id = $1", [manager.user]);
  expect(await open("booked")).toBeUndefined();
  await service.sql("update users set disabled_at = null where id = $1", [manager.user]);
  await service.sql("delete from memberships where user_id = $1", [manager.user]);
  expect(await open("booked")).toBeUndefined();
});

test("seals a subscription, assigns it to the last person who enabled it, and refuses an invalid one", async () => {
  const client = await anApi();
  const [one, another] = [
    await aMember(service, Number(client.account), "owner"),
    await aMember(service, Number(client.account), "owner"),
  ];
  const browser = await aPushBrowser();
  await enabled(one, browser);
  await enabled(another, browser);
  const rows = await service.sql(
    "select user_id::integer, push_devices::text as row from push_devices where user_id = any($1)",
    [[one.user, another.user]],
  );
  expect(rows.map(({ user_id }) => user_id)).toEqual([another.user]);
  expect(String(rows[0]?.row)).not.toContain(browser.subscription.keys.auth);
  for (const subscription of [undefined, {}, { ...browser.subscription, keys: { p256dh: "AA", auth: "AA" } }])
    expect(await onConsole(one, "POST", "/me/devices", { name: "x", subscription })).toMatchObject({ status: 422 });
});

test("the digest comes once a day, at the chosen hour of the account's zone", async () => {
  const client = await anApi();
  const [owner, cleaner] = [
    await aMember(service, Number(client.account), "owner"),
    await aMember(service, Number(client.account), "cleaner"),
  ];
  expect(await choose(cleaner, { digest_hour: 7 })).toMatchObject({ status: 422 });
  await choose(owner, { digest_hour: 0 });
  const guest = await guestOf(client);
  const rental = await aRental(client, { time_zone: "Pacific/Kiritimati" });
  const stay = await aBooking(client, rental, { booked: true, client_id: guest.id });
  await service.withoutTriggers(
    `update bookings set start_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '16 hours',
       end_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '106 hours' where id = ${stay.id}`,
  );
  // An hour that has passed today begins tomorrow.
  await queueDigests(service.database);
  await settled();
  expect(await mailsTo(owner)).toEqual([]);
  await service.sql("update notification_choices set digest_on = digest_on - 1 where account_id = $1", [
    client.account,
  ]);
  for (const _ of [1, 2]) {
    await queueDigests(service.database);
    await settled();
  }
  const [mail, ...others] = await mailsTo(owner);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("1 arrival today");
  expect(mail?.text).toContain("Cottage 1: Ada Guest");
  expect(mail?.text).toContain("No departures today");
  await client.post(`/clients/${guest.id}/forget`);
  const kept = "select template, state, content from mails where account_id = $1";
  expect(await service.sql(kept, [client.account])).toEqual([{ template: "digest", state: "sent", content: {} }]);
});
