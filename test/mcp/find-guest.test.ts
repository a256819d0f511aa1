import { beforeAll, describe, expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental, aSource, idsOf } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { anAgent, aToken, errorIn, objectIn, type WireAgent } from "./fixture.ts";

/** `find_guest` identifies a guest and lists their stays (agent.md). */
const service = useSharedService();

let client: ApiClient;
let agent: WireAgent;
let ada: Json;
let bob: Json;
let villa: Json;

beforeAll(async () => {
  const account = await service.anAccount();
  client = await service.aClient(account);
  agent = await anAgent(service, await aToken(service, [account]));
  villa = await aRental(client, { name: "Villa" });
  const source = await aSource(client, { name: "Letters" });
  ada = await aGuest(client, {
    ...{ fullname: "Ada Marie Lovelace", company: "Engines & Sons", notes: "n".repeat(301) },
    emails: [{ email: "ada@example.com" }, { email: "lovelace@work.example" }],
    phones: [{ label: "phone", number: "+33 (0)1 23-45 67" }],
  });
  bob = await aGuest(client, { fullname: "Bob 100%_Sure", phones: [{ label: "phone", number: "0044 20 7946" }] });
  const stay = (year: number, more: Json = {}) =>
    aBooking(client, villa, {
      ...{ start_at: `${year}-05-04T16:00:00Z`, end_at: `${year}-05-08T10:00:00Z`, booked: true, final_price: "100" },
      ...{ client_id: ada.id, source_id: source.id, adults: 2 },
      ...more,
    });
  await stay(2019);
  await stay(2090);
  const canceled = await stay(2020);
  await client.delete(`/bookings/${canceled.id}`);
});

const found = async (args: Json) => {
  const content = await agent.content("find_guest", args);
  return { guests: [content.guests].flat().map(objectIn), meta: objectIn(content.meta) };
};
const ids = async (args: Json) => (await found(args)).guests.map(({ id }) => id);

test("returns the guest with all stays, newest first: future, past and canceled", async () => {
  const { guests, meta } = await found({ name: "lovelace" });
  expect(meta).toEqual({ total_count: 1 });
  const [guest] = guests;
  expect(guest).toMatchObject({
    ...{
      id: ada.id,
      name: "Ada Marie Lovelace",
      company: "Engines & Sons",
      notes: `${"n".repeat(120)}…`,
      stays_count: 3,
    },
    ...{ emails: ["ada@example.com", "lovelace@work.example"], phones: ["+33 (0)1 23-45 67"] },
  });
  const stays = [guest?.stays].flat().map(objectIn);
  expect(stays.map(({ start_at: start, status }) => [String(start).slice(0, 4), status])).toEqual([
    ["2090", "Booked"],
    ["2020", "Canceled"],
    ["2019", "Booked"],
  ]);
  expect(stays[0]).toEqual({
    ...{
      id: expect.any(Number),
      reference: expect.stringMatching(/^[0-9A-Z]{6}$/),
      status: "Booked",
      adults: 2,
      children: null,
    },
    ...{ start_at: "2090-05-04T16:00:00Z", end_at: "2090-05-08T10:00:00Z" },
    ...{ currency: "EUR", final_price: "100.0", payment_left_to_collect: "100.0" },
    ...{ rental: { id: villa.id, name: "Villa" }, channel: "Letters" },
  });
});

describe("finds a guest by the spellings that people use", () => {
  const guests = new Map<string, unknown>();

  beforeAll(async () => {
    const add = async (fullname: string, number = "999", country_code: string | null = null) =>
      guests.set(fullname, (await aGuest(client, { fullname, phones: [{ label: "a", number, country_code }] })).id);
    await add("José Alvarado");
    await add("Jürgen Straßer");
    await add("Gesa Mueller");
    await add("Bjørn Łuczak");
    await add("Phone Slash", "0170/555-0177", "DE");
    await add("Phone Zero", "+49 (0)170 5550188");
    await add("Phone Bare", "0170 5550199");
    await add("Phone Rome", "06 5550 1234", "IT");
    await add("Phone Boston", "(617) 555-0123", "US");
    await add("Phone Moscow", "8 916 555-01-45", "RU");
  });

  test.each([
    ["José Alvarado", "name", ["Jose", "josé", "JOSE ALVARADO", "alvarad"]],
    ["Jürgen Straßer", "name", ["Jurgen", "Juergen", "Jürgen", "Strasser", "STRASSER", "Straßer Jürgen"]],
    ["Gesa Mueller", "name", ["Müller", "mueller"]],
    ["Bjørn Łuczak", "name", ["Bjorn", "Bjoern Luczak", "łuczak"]],
    ["Phone Slash", "phone", ["+491705550177", "01705550177", "0049 170 5550177", "0170 / 555 01 77", "5550177"]],
    ["Phone Zero", "phone", ["+491705550188", "01705550188", "+49 (0)170 5550188", "491705550188"]],
    ["Phone Bare", "phone", ["+491705550199", "0170-5550199"]],
    ["Phone Rome", "phone", ["+39 06 5550 1234", "06 55501234"]],
    ["Phone Boston", "phone", ["+1 617 555 0123", "1-617-555-0123", "617.555.0123"]],
    ["Phone Moscow", "phone", ["+7 916 555 01 45", "8 (916) 5550145"]],
  ])("%s by each %s", async (fullname, by, spellings) => {
    for (const spelling of spellings) {
      for (const name of [by, "query"]) {
        expect(await ids({ [name]: spelling }), spelling).toEqual([guests.get(fullname)]);
        const listed = await client.get(`/clients?${name}=${encodeURIComponent(spelling)}`);
        expect(idsOf(recordsOf(listed, "clients")), spelling).toEqual([guests.get(fullname)]);
      }
      expect(await agent.list("clients", { filter: { [by]: spelling }, fields: "id" }), spelling).toHaveLength(1);
    }
    expect(await ids({ phone: "+441705550177" })).toEqual([]);
  });

  test("finds a guest by a filter without accents and capitals", async () => {
    for (const value of ["jose alvarado", "José ALVARADO"])
      expect(await agent.list("clients", { filter: { fullname: value }, fields: "id" })).toHaveLength(1);
    expect(await agent.list("clients", { filter: { fullname: { op: "matches", value: "strass" } } })).toHaveLength(1);
  });
});

describe("finds", () => {
  test.each<[string, Json, () => unknown[]]>([
    ["by words of the name in any order", { name: "LOVELACE ada" }, () => [ada.id]],
    ["by the company", { name: "engines" }, () => [ada.id]],
    ["by a part of any e-mail", { email: "Work.Example" }, () => [ada.id]],
    ["by the end of a phone number, however it is written", { phone: "01 23 45-67" }, () => [ada.id]],
    ["by a number with the country", { phone: "+44 20 7946" }, () => [bob.id]],
    ["by a query that is a part of an e-mail", { query: "Work.Example" }, () => [ada.id]],
    ["by a query that is the end of a phone number", { query: "01 23 45-67" }, () => [ada.id]],
    ["by a query of words of the name", { query: "LOVELACE ada" }, () => [ada.id]],
    ["by all parameters together", { name: "ada", email: "ada@", phone: "4567" }, () => [ada.id]],
    ["nobody of whom only a part fits", { name: "ada", phone: "7946" }, () => []],
    ["nobody by a word that is in no name", { name: "ada nobody" }, () => []],
    ["signs as they are, and no pattern", { name: "a_e" }, () => []],
    ["a sign that is in a name", { name: "100%_sure" }, () => [bob.id]],
    ["nobody by a phone number's middle", { phone: "2345" }, () => []],
  ])("%s", async (_, args, expected) => {
    expect(await ids(args)).toEqual(expected());
  });

  test("finds no guest of another account", async () => {
    const other = await service.anAccount();
    const stranger = await anAgent(service, await aToken(service, [other]));
    for (const args of [{ name: "ada" }, { email: "ada@example.com" }, { phone: "4567" }]) {
      expect(await stranger.content("find_guest", args)).toMatchObject({ guests: [], meta: { total_count: 0 } });
    }
  });
});

test("pages by fourteen stays until each guest and stay was listed once", async () => {
  const account = await service.anAccount();
  const theirs = await service.aClient(account);
  const reader = await anAgent(service, await aToken(service, [account]));
  const rental = await aRental(theirs);
  const counts = [50, 3, 0, 45];
  let day = 0;
  for (const count of counts) {
    const guest = await aGuest(theirs, { fullname: "Ada Again" });
    await service.sql(
      `insert into bookings (account_id, rental_id, client_id, start_at, end_at, booked, unavailable, created_by_id, created_by_type, currency)
       select $1, $2, $3, '2010-01-01 16:00Z'::timestamptz + day * interval '1 day', '2010-01-02 10:00Z'::timestamptz + day * interval '1 day',
         true, false, 1, 'Application', 'EUR' from generate_series($4::integer, $4::integer + $5::integer - 1) as day`,
      [account, rental.id, guest.id, day, count],
    );
    day += count;
  }
  const stays: unknown[] = [];
  const guests = new Set<unknown>();
  let args: Json = { name: "ada" };
  let pages = 0;
  do {
    const content = await reader.content("find_guest", args);
    const shown = [content.guests].flat().map(objectIn);
    const listed = shown.flatMap((guest) => [guest.stays].flat().map(objectIn));
    expect(listed.length).toBeLessThanOrEqual(14);
    stays.push(...listed.map(({ id }) => id));
    for (const { id } of shown) guests.add(id);
    args = { name: "ada", cursor: objectIn(content.meta).cursor };
    pages++;
  } while (args.cursor !== undefined && pages < 10);
  expect([pages, stays.length, new Set(stays).size, guests.size]).toEqual([7, 98, 98, 4]);
});

test("refuses each invalid argument by name", async () => {
  const wrong: [Json, RegExp][] = [
    [{}, /query, name, email or phone is required/],
    [{ name: "" }, /name must be a string of 1 to 200 characters/],
    [{ name: 7 }, /name must be a string/],
    [{ name: "a\u0000" }, /name must be a string/],
    [{ phone: "123" }, /phone must have at least four digits/],
    [{ name: "ada", cursor: "0.0.12345678" }, /cursor must be/],
    [{ surname: "x" }, /unknown argument surname\. Known arguments: query, name, email, phone, cursor, account_id/],
  ];
  for (const [args, words] of wrong) {
    const { code, message } = errorIn(await agent.call("find_guest", args));
    expect([code, message], JSON.stringify(args)).toEqual([-32602, expect.stringMatching(words)]);
  }
});
