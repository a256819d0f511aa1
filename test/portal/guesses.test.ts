import { beforeEach, describe, expect, test } from "vitest";
import { aBooking } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { PlainBrowser } from "../web/plain-browser.ts";
import { aPortal, codeFor, type Portal, verified, wordsOf } from "./factories.ts";

/** Strangers who guess links and codes of portals. All browsers of these tests have one address. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

beforeEach(() => service.sql("delete from throttled"));

const guessCode = async (path: string): Promise<number> =>
  (await new PlainBrowser(service.url).post(`${path}/code`, { code: "wrong" })).status;

async function statusesOf(paths: readonly string[], open: (path: string) => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of paths) statuses.push(await open(path));
  return statuses;
}

/** More stays of a portal's guest. */
const moreStays = ({ client, rental, guest }: Portal, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const nights = { start_at: dayAhead(40 + 5 * index), end_at: dayAhead(44 + 5 * index) };
      const stay = await aBooking(client, rental, { ...nights, client_id: guest.id, booked: true, final_price: "400" });
      return `/portal/${String(stay.payment_url).slice(`${baseUrl}/pay/`.length)}`;
    }),
  );

describe("guesses of codes", () => {
  test("wait after five for one booking, also from new browsers", async () => {
    const { path } = await aPortal(service);
    expect(await statusesOf(Array(6).fill(path), guessCode)).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test("wait after thirty for an account's bookings from one address, and make no other account's guest wait", async () => {
    const [portal, other] = [await aPortal(service), await aPortal(service)];
    const paths = await moreStays(portal, 8);
    const four = paths.flatMap((path) => [path, path, path, path]);
    expect(await statusesOf(four, guessCode)).toEqual([...Array(30).fill(422), 429, 429]);
    expect(await guessCode(portal.path)).toBe(429);
    const browser = await verified(service, mailer, other);
    expect(wordsOf(await browser.get(other.path))).toContain("Send message");
  });

  test("leave a guest's own code valid after the wait", async () => {
    const portal = await aPortal(service);
    const browser = new PlainBrowser(service.url);
    await browser.post(`${portal.path}/send_code`, {});
    const code = await codeFor(mailer, portal.address);
    await statusesOf(Array(6).fill(portal.path), guessCode);
    expect((await browser.post(`${portal.path}/code`, { code })).status).toBe(429);
    await service.sql("update throttled set forgotten_at = forgotten_at - interval '2 minutes'");
    expect((await browser.post(`${portal.path}/code`, { code })).location).toBe(portal.path);
  });
});

describe("guesses of links", () => {
  test("wait after twenty from one address, while right links open", async () => {
    const { path, client } = await aPortal(service);
    const wrong = Array.from({ length: 22 }, (_, index) => `/portal/${client.account}-${index + 1}-${"0".repeat(64)}`);
    const open = async (link: string): Promise<number> => (await new PlainBrowser(service.url).get(link)).status;
    expect(await statusesOf(wrong, open)).toEqual([...Array(20).fill(404), 429, 429]);
    expect(await open(path)).toBe(200);
  });
});
