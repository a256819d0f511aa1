import { describe, expect, test } from "vitest";
import { createAccount } from "../../src/modules/platform/accounts/create-account.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { foundIds, offerOf } from "./factories.ts";

let now = 0;
const service = useService({ clock: () => now });
const at = (time: string) => {
  now = Date.parse(time);
};

const inZone = (client: ApiClient, time_zone: string) => aRental(client, { base_rate: "100", time_zone });
const arriving = (day: string) => ({
  start_at: day,
  end_at: new Date(Date.parse(day) + 172_800_000).toISOString(),
  adults: 1,
});

const strictly = (client: ApiClient, rental: Json, day: string) =>
  client.post("/strict_bookings", {
    bookings: [
      {
        ...arriving(day),
        rental_id: rental.id,
        final_price: "200",
        price_to_pay_now: "200",
        currency: "EUR",
        client: { firstname: "Ada" },
      },
    ],
  });

describe("a stay whose arrival is in the past at the rental's location", () => {
  test.each([
    ["UTC", "2027-01-04T23:59:59Z", "2027-01-04", true],
    ["UTC", "2027-01-05T00:00:00Z", "2027-01-04", false],
    ["Pacific/Auckland", "2027-01-04T10:59:59Z", "2027-01-04", true],
    ["Pacific/Auckland", "2027-01-04T11:00:00Z", "2027-01-04", false],
    ["America/Los_Angeles", "2027-01-05T07:59:59Z", "2027-01-04", true],
    ["America/Los_Angeles", "2027-01-05T08:00:00Z", "2027-01-04", false],
    ["Europe/Paris", "2028-02-29T22:59:59Z", "2028-02-29", true],
    ["Europe/Paris", "2028-02-29T23:00:00Z", "2028-02-29", false],
  ])("in %s at %s for an arrival on %s: sold is %s", async (zone, time, day, isSold) => {
    at(time);
    const client = await service.aClient(await service.anAccount());
    const rental = await inZone(client, zone);
    expect(await foundIds(client, arriving(day))).toEqual(isSold ? [rental.id] : []);
    const refusals = isSold ? [] : [{ kind: "arrival_in_the_past", rates_rule_id: null }];
    expect(await offerOf(client, rental, arriving(day))).toMatchObject({
      available: isSold,
      refusals,
      final_price: 200,
    });
    const answer = await strictly(client, rental, day);
    if (isSold) expect(answer.status, answer.text).toBe(201);
    else
      expect([answer.status, errorsOf(answer)]).toEqual([
        422,
        { base: ["the stay is refused by arrival_in_the_past"] },
      ]);
  });

  test("does not affect a manager's own booking, which takes its price", async () => {
    at("2027-01-20T12:00:00Z");
    const client = await service.aClient(await service.anAccount());
    const stay = await aBooking(client, await inZone(client, "Europe/Paris"), arriving("2027-01-04"));
    expect(stay).toMatchObject({ initial_price: "200.0", final_price: "200.0" });
  });

  test("is refused in length-of-stay records from that moment on, which changes them", async () => {
    // Later than any database timestamp, because the database uses the real clock.
    at("2099-01-04T10:30:00Z");
    const client = await service.aClient(await service.anAccount());
    const rental = await inZone(client, "Pacific/Auckland");
    await service.sql("update rentals set prices_changed_at = '2098-01-01' where id = $1", [rental.id]);
    await service.sql("update accounts set prices_changed_at = '2098-01-01' where id = $1", [client.account]);
    const path = `/los_records?rental_id=${rental.id}&kinds=final_price`;
    const first = async (headers: Record<string, string> = {}) => {
      const answer = await client.get(path, headers);
      return { tag: answer.headers.get("etag") ?? "", status: answer.status, answer };
    };
    const firstNights = ({ answer }: Awaited<ReturnType<typeof first>>) =>
      recordsOf(answer, "los_records")
        .slice(0, 2)
        .map(({ day, rates }) => [day, [rates].flat()[0]]);
    const before = await first();
    expect(firstNights(before)).toEqual([
      ["2099-01-04", "100.0"],
      ["2099-01-05", "100.0"],
    ]);
    at("2099-01-04T11:30:00Z");
    const after = await first({ "if-none-match": before.tag });
    expect(after.status).toBe(200);
    expect(firstNights(after)).toEqual([
      ["2099-01-04", "0.0"],
      ["2099-01-05", "100.0"],
    ]);
    const since = async (time: string) =>
      recordsOf(await client.get(`${path}&updated_since=${time}`), "los_records").length > 0;
    expect(await since("2099-01-04T11:00:00Z")).toBe(true);
    expect(await since("2099-01-04T11:00:01Z")).toBe(false);
    expect((await first({ "if-none-match": after.tag })).status).toBe(304);
  });
});

describe("the amount due when booking", () => {
  test.each([
    // In Honolulu it is still the 3rd, in Auckland the 5th already.
    ["Pacific/Honolulu", "2027-01-04T06:00:00Z", "2027-02-02", "2027-02-03"],
    ["UTC", "2027-01-04T12:00:00Z", "2027-02-03", "2027-02-04"],
    ["Pacific/Auckland", "2027-01-04T18:00:00Z", "2027-02-04", "2027-02-05"],
  ])("counts balance_due on the rental's clock, in %s", async (zone, time, due, later) => {
    at(time);
    const client = await service.aClient(await service.anAccount());
    const rental = await aRental(client, { base_rate: "100", time_zone: zone, downpayment: 30, balance_due: 30 });
    for (const [day, amount, downpayment] of [
      [due, 200, null],
      [later, 60, "60.0"],
    ] as const) {
      expect(await offerOf(client, rental, arriving(day))).toMatchObject({ price_to_pay_now: amount });
      expect(await offerOf(client, rental, { ...arriving(day), exchange_to_currency: "EUR" })).toMatchObject({
        price_to_pay_now: amount,
      });
      const stay = await aBooking(client, rental, arriving(day));
      expect(stay).toMatchObject({ downpayment });
      const repriced = await client.post(`/bookings/${stay.id}/move`, { bookings: [{ adults: 2, reprice: true }] });
      expect(recordOf(repriced, "bookings")).toMatchObject({ downpayment });
      await client.delete(`/bookings/${stay.id}`);
      const agreed = { final_price: 200, price_to_pay_now: amount, currency: "EUR", client: { firstname: "Ada" } };
      const strict = await client.post("/strict_bookings", {
        bookings: [{ ...arriving(day), rental_id: rental.id, ...agreed }],
      });
      expect(recordOf(strict, "bookings"), strict.text).toMatchObject({ downpayment });
      await client.delete(`/bookings/${recordOf(strict, "bookings").id}`);
    }
  });
});

describe("the time zone of a rental", () => {
  test("defaults to its account's, and can be changed", async () => {
    at("2027-01-04T12:00:00Z");
    const client = await service.aClient(await service.anAccount({ time_zone: "Asia/Kolkata" }));
    const rental = await aRental(client);
    expect(rental.time_zone).toBe("Asia/Kolkata");
    expect((await inZone(client, "Europe/Lisbon")).time_zone).toBe("Europe/Lisbon");
    const [account] = recordsOf(await client.get("/accounts"), "accounts");
    expect(account?.time_zone).toBe("Asia/Kolkata");
    const changed = await client.put(`/rentals/${rental.id}`, { rentals: [{ time_zone: "America/Lima" }] });
    expect(recordOf(changed, "rentals").time_zone).toBe("America/Lima");
  });

  test("of an account is set and validated when the account is opened", async () => {
    const open = (timeZone?: string) =>
      service.database.transaction((transaction) =>
        createAccount(transaction, { name: "Sea", locale: "en", timeZone }),
      );
    const zoneOf = async (id: number) => (await service.sql("select time_zone from accounts where id = $1", [id]))[0];
    expect(await zoneOf(await open("Europe/Lisbon"))).toEqual({ time_zone: "Europe/Lisbon" });
    expect(await zoneOf(await open())).toEqual({ time_zone: "UTC" });
    await expect(open("Lisbon")).rejects.toMatchObject({
      messages: { time_zone: ["must be an IANA time zone, such as Europe/Lisbon"] },
    });
  });

  test.each(["Europe/Atlantis", "+01:00", "europe/lisbon"])("is not %s", async (time_zone) => {
    const client = await service.aClient(await service.anAccount());
    const answer = await client.post("/rentals", { rentals: [{ name: "Cottage 1", time_zone }] });
    expect([answer.status, errorsOf(answer)]).toEqual([
      422,
      { time_zone: ["must be an IANA time zone, such as Europe/Lisbon"] },
    ]);
  });

  test.each([null, ""])("is never %j", async (time_zone) => {
    const client = await service.aClient(await service.anAccount());
    const answer = await client.post("/rentals", { rentals: [{ name: "Cottage 1", time_zone }] });
    expect(answer.status).toBe(422);
    expect(Object.keys(Object(errorsOf(answer)))).toEqual(["time_zone"]);
  });

  test("applies to the next search after a change", async () => {
    at("2027-01-05T03:00:00Z");
    const client = await service.aClient(await service.anAccount());
    const rental = await inZone(client, "UTC");
    expect(await foundIds(client, arriving("2027-01-04"))).toEqual([]);
    await client.put(`/rentals/${rental.id}`, { rentals: [{ time_zone: "America/New_York" }] });
    expect(await foundIds(client, arriving("2027-01-04"))).toEqual([rental.id]);
  });
});
