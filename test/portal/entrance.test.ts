import { expect, test } from "vitest";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { PlainBrowser } from "../web/plain-browser.ts";
import { aPortal, codeFor, verified, wordsOf } from "./factories.ts";

/** The portal's secret link and its mailed code. */
const mailer = keptMails();
let time = Date.now();
const service = useService({ endpoints: {}, mailer, clock: () => time });

test("the link shows the stay and the money, and nothing personal", async () => {
  const { path, address, client, booking } = await aPortal(service);
  const answer = await new PlainBrowser(service.url).get(path);
  const words = wordsOf(answer);
  expect(answer.status).toBe(200);
  expect(words).toContain("Cottage");
  expect(words).toMatch(/Total +€400\.00/);
  expect(words).toContain("Send code");
  expect(words).not.toContain("Send message");
  expect(words).not.toContain(address);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  const pay = await new PlainBrowser(service.url).get(path.replace("/portal/", "/pay/"));
  expect(pay.text).toContain(`href="${path}"`);
  expect(client.account).toBeGreaterThan(0);
  expect(booking.id).toBeDefined();
});

test("the link of a stay that is not booked hides the house's address: anyone can hold one", async () => {
  const portal = await aPortal(service, { stay: { booked: false, tentative_expires_at: dayAhead(2) } });
  const { path, client, rental, booking } = portal;
  const place = { address1: "1 Secret Lane", city: "Nice", country_code: "FR" };
  expect((await client.put(`/rentals/${rental.id}`, { rentals: [place] })).status).toBe(200);
  const see = async () => wordsOf(await new PlainBrowser(service.url).get(path));
  expect(await see()).not.toContain("Secret Lane");
  await client.put(`/bookings/${booking.id}`, { bookings: [{ booked: true }] });
  expect(await see()).toContain("1 Secret Lane");
  await client.delete(`/bookings/${booking.id}`);
  expect(await see()).not.toContain("Secret Lane");
});

test("a hold that has expired is over on the portal before the job cancels it", async () => {
  const portal = await aPortal(service, { stay: { booked: false, tentative_expires_at: dayAhead(2) } });
  const { client, booking, path } = portal;
  const browser = await verified(service, mailer, portal);
  expect((await browser.get(path)).text).toContain(`action="${path}/change"`);
  await service.sql(
    "update bookings set tentative_expires_at = now() - interval '1 second' where account_id = $1 and id = $2",
    [client.account, booking.id],
  );
  const page = await browser.get(path);
  expect(page.text).not.toContain(`action="${path}/change"`);
  expect(page.text).not.toContain(`${path}/form`);
  await browser.post(`${path}/form`, { "name-0": "Ada" });
  expect(await service.sql("select from guest_forms where account_id = $1", [client.account])).toEqual([]);
});

test("a mailed code opens the personal part for a day, in this browser only", async () => {
  const portal = await aPortal(service);
  const browser = await verified(service, mailer, portal);
  expect(wordsOf(await browser.get(portal.path))).toContain("Send message");
  expect(wordsOf(await new PlainBrowser(service.url).get(portal.path))).toContain("Send code");
  const stored = await service.sql(
    "select content::text, sealed_link from mails where booking_id = $1 and template = 'portal code'",
    [portal.booking.id],
  );
  expect(stored).toEqual([{ content: expect.not.stringMatching(/\d{8}/), sealed_link: null }]);
  time += 86_400_001;
  expect(wordsOf(await browser.get(portal.path))).toContain("Send code");
});

test("a guest with two stays has both open in one browser, and signing out ends both", async () => {
  const [first, second] = [await aPortal(service), await aPortal(service)];
  const browser = await verified(service, mailer, first);
  await verified(service, mailer, second, browser);
  for (const { path } of [first, second, first]) expect(wordsOf(await browser.get(path))).toContain("Send message");
  const sent = await browser.post(`${first.path}/message`, { text: "Both tabs work" });
  expect([sent.status, sent.location]).toEqual([303, `${first.path}?sent#messages`]);
  await browser.post(`${first.path}/leave`, {});
  for (const { path } of [first, second]) expect(wordsOf(await browser.get(path))).toContain("Send code");
});

test("a browser keeps its newest ten stays, so that its cookie stays short", async () => {
  const portal = await aPortal(service);
  const browser = new PlainBrowser(service.url);
  const old = Array.from({ length: 12 }, (_, index) => `${index}.${"x".repeat(43)}`).join("~");
  browser.cookies.set("roost_guest", old);
  await verified(service, mailer, portal, browser);
  expect(browser.cookies.get("roost_guest")?.split("~")).toHaveLength(10);
  expect(wordsOf(await browser.get(portal.path))).toContain("Send message");
});

test("signing out ends the visit", async () => {
  const portal = await aPortal(service);
  const browser = await verified(service, mailer, portal);
  await browser.post(`${portal.path}/leave`, {});
  expect(wordsOf(await browser.get(portal.path))).toContain("Send code");
});

test("refuses wrong, old and other bookings' codes, and slows down guessing", async () => {
  const [own, other] = [await aPortal(service), await aPortal(service)];
  const browser = new PlainBrowser(service.url);
  await browser.post(`${own.path}/send_code`, {});
  const code = await codeFor(mailer, own.address);
  const trying = async (path: string, typed: string) => (await browser.post(`${path}/code`, { code: typed })).status;
  expect(await trying(other.path, code)).toBe(422);
  time += 1_200_001;
  expect(await trying(own.path, code)).toBe(422);
  for (const typed of ["", "12345678", "x".repeat(64)]) expect(await trying(own.path, typed)).toBe(422);
  const statuses = [
    await trying(own.path, "00000000"),
    await trying(own.path, "00000001"),
    await trying(own.path, code),
  ];
  expect(statuses.at(-1)).toBe(429);
  expect(wordsOf(await browser.get(own.path))).toContain("Send code");
});

test("sends at most one code in ten minutes", async () => {
  const portal = await aPortal(service);
  const browser = new PlainBrowser(service.url);
  for (let count = 0; count < 3; count++) await browser.post(`${portal.path}/send_code`, {});
  await codeFor(mailer, portal.address);
  const rows = await service.sql("select from mails where booking_id = $1 and template = 'portal code'", [
    portal.booking.id,
  ]);
  expect(rows).toHaveLength(1);
});

test("wrong, foreign and closed accounts' links answer alike", async () => {
  const [one, other, closed] = [await aPortal(service), await aPortal(service), await aPortal(service)];
  await service.sql("update accounts set closed_at = now() where id = $1", [closed.client.account]);
  const signature = other.path.split("-").at(-1);
  const wrong = [
    "/portal/nonsense",
    `/portal/${one.client.account}-${one.booking.id}-${signature}`,
    `/portal/${one.client.account}-999999999-${signature}`,
    `/portal/999999999-${one.booking.id}-${signature}`,
    closed.path,
  ];
  const answers = await Promise.all(wrong.map((path) => new PlainBrowser(service.url).get(path)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(404);
});

test("another booking's visit opens nothing, and a form needs this browser's token", async () => {
  const [own, other] = [await aPortal(service), await aPortal(service)];
  const browser = await verified(service, mailer, own);
  expect(wordsOf(await browser.get(other.path))).toContain("Send code");
  const foreign = await browser.post(`${other.path}/message`, { text: "Hello" });
  expect([foreign.status, foreign.location]).toEqual([303, other.path]);
  await browser.get(own.path);
  const forged = await browser.post(`${own.path}/message`, { csrf_token: "forged", text: "Hello" });
  expect(forged.status).toBe(403);
  expect(
    await service.sql("select from messages where account_id = any($1)", [
      `{${own.client.account},${other.client.account}}`,
    ]),
  ).toEqual([]);
});

test("a new address of the guest ends the visit", async () => {
  const portal = await aPortal(service);
  const browser = await verified(service, mailer, portal);
  const emails = [{ email: "new@example.com", label: "home" }];
  await portal.client.put(`/clients/${portal.guest.id}`, { clients: [{ emails }] });
  expect(wordsOf(await browser.get(portal.path))).toContain("Send code");
});
