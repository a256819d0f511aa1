import { describe, expect, test } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";
import { aPricedRental, aRentalWithRules, found, foundIds, offerOf, type Parameters, refusalsOf } from "./factories.ts";

const service = useSharedService();

/** A rental booked from 10 to 15 February, and a free neighbour. */
async function aTakenRental(booking: Json = {}) {
  const client = await service.aClient(await service.anAccount());
  const rental = await aPricedRental(client);
  const neighbour = await aPricedRental(client);
  const taken = await aBooking(client, rental, { start_at: "2090-02-10", end_at: "2090-02-15", ...booking });
  return { client, rental, neighbour, taken };
}

const stay = (start_at: string, end_at: string, more: Parameters = {}): Parameters => ({ start_at, end_at, ...more });

/** Whether a search for a stay returns a rental. */
const isFound = async (client: ApiClient, { id }: Json, asked: Parameters) =>
  (await foundIds(client, asked)).includes(id);

describe("a rental is found for a stay", () => {
  test.each([
    ["that ends on the day of the next arrival", "2090-02-05", "2090-02-10", true],
    ["that begins on the day of the last departure", "2090-02-15", "2090-02-20", true],
    ["long before", "2090-01-01", "2090-01-03", true],
    ["of the first night that is taken", "2090-02-10", "2090-02-11", false],
    ["of the last night that is taken", "2090-02-14", "2090-02-15", false],
    ["within the booking", "2090-02-11", "2090-02-13", false],
    ["around the booking", "2090-02-01", "2090-02-28", false],
    ["that shares its first night", "2090-02-14", "2090-02-20", false],
    ["that shares its last night", "2090-02-05", "2090-02-11", false],
  ])("%s: %s to %s: %s", async (_, from, to, expected) => {
    const { client, rental, neighbour } = await aTakenRental();
    expect(await isFound(client, rental, stay(from, to))).toBe(expected);
    expect(await isFound(client, neighbour, stay(from, to))).toBe(true);
  });

  test("whatever the hours, because nights are UTC dates", async () => {
    const { client, rental } = await aTakenRental();
    const [early, late] = ["2090-02-15T00:30:00Z", "2090-02-15T23:30:00Z"];
    expect(await isFound(client, rental, stay(early, "2090-02-16T00:00:00Z"))).toBe(true);
    expect(await isFound(client, rental, stay(late, "2090-02-16T00:00:00Z"))).toBe(true);
    // This is 14 February in UTC, regardless of the caller's date.
    expect(await isFound(client, rental, stay("2090-02-15T00:30:00+02:00", "2090-02-17"))).toBe(false);
  });

  test.each([
    ["of thirty nights", "2089-12-20", "2090-01-19"],
    ["of ten weeks", "2089-12-01", "2090-02-09"],
    ["of two years", "2088-06-01", "2090-06-01"],
  ])("but not inside a booking %s", async (_, start_at, end_at) => {
    const { client, rental } = await aTakenRental({ start_at, end_at });
    for (const [from, to] of [
      ["2090-01-15", "2090-01-16"],
      ["2090-01-10", "2090-01-12"],
    ] as const)
      expect(await isFound(client, rental, stay(from, to))).toBe(false);
    expect(await isFound(client, rental, stay(end_at, "2090-08-01"))).toBe(true);
    expect(await isFound(client, rental, stay("2088-01-01", start_at))).toBe(true);
  });

  test("whatever is booked in another account", async () => {
    const [{ client, rental }, other] = [await aTakenRental(), await aTakenRental({ start_at: "2090-02-14" })];
    const asked = stay("2090-02-10", "2090-02-12");
    expect(await isFound(client, rental, asked)).toBe(false);
    expect(await foundIds(other.client, asked)).toEqual([other.rental.id, other.neighbour.id]);
  });
});

describe("a night is held by", () => {
  const asked = stay("2090-02-11", "2090-02-13");
  const seeThrough = { ...asked, include_tentative: true };

  test("a booking or an unavailable period, whatever include_tentative says", async () => {
    for (const state of [{ booked: true }, { unavailable: true }]) {
      const { client, rental } = await aTakenRental(state);
      expect(await isFound(client, rental, asked)).toBe(false);
      expect(await isFound(client, rental, seeThrough)).toBe(false);
    }
  });

  test("a tentative hold, unless tentative holds count as free", async () => {
    const { client, rental } = await aTakenRental({ tentative_expires_at: inAnHour() });
    expect(await isFound(client, rental, asked)).toBe(false);
    expect(await isFound(client, rental, seeThrough)).toBe(true);
  });

  test("no expired hold, before and after the job runs", async () => {
    const { client, rental, taken } = await aTakenRental({ tentative_expires_at: inAnHour() });
    expect(await isFound(client, rental, asked)).toBe(false);
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 second' where id = $1", [
      taken.id,
    ]);
    expect(await isFound(client, rental, asked)).toBe(true);
    await service.sql("select expire_holds()");
    expect(await isFound(client, rental, asked)).toBe(true);
  });

  test("no canceled booking", async () => {
    const { client, rental, taken } = await aTakenRental();
    await client.delete(`/bookings/${taken.id}`);
    expect(await isFound(client, rental, asked)).toBe(true);
  });

  test("a booking at its new dates after a move", async () => {
    const { client, rental, taken } = await aTakenRental();
    await client.put(`/bookings/${taken.id}`, { bookings: [{ start_at: "2090-02-13", end_at: "2090-02-20" }] });
    expect(await isFound(client, rental, asked)).toBe(true);
    expect(await isFound(client, rental, stay("2090-02-19", "2090-02-20"))).toBe(false);
  });
});

describe("rules that depend on bookings", () => {
  const gap = { kind: "prevent_gap", variables: { length: 3, unit: "days" } };
  const afterAGap = stay("2090-02-16", "2090-02-20");

  test("ignore expired holds, and tentative ones when they count as free", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRentalWithRules(client, [gap]);
    const hold = await aBooking(client, rental, {
      start_at: "2090-02-10",
      end_at: "2090-02-15",
      tentative_expires_at: inAnHour(),
    });
    expect(await isFound(client, rental, afterAGap)).toBe(false);
    expect(await isFound(client, rental, { ...afterAGap, include_tentative: true })).toBe(true);
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 second' where id = $1", [
      hold.id,
    ]);
    expect(await isFound(client, rental, afterAGap)).toBe(true);
  });

  test("use each rental's own bookings, also in a shared table", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRentalWithRules(client, [gap]);
    const table = Object(rental.links).rates_table;
    const neighbours = [
      await aPricedRental(client, { rates_table_id: table }),
      await aPricedRental(client, { rates_table_id: table }),
      await aPricedRental(client),
    ];
    await aBooking(client, neighbours[0] ?? {}, { start_at: "2090-02-10", end_at: "2090-02-15" });
    await aBooking(client, neighbours[2] ?? {}, { start_at: "2090-02-10", end_at: "2090-02-15" });
    const expected = [rental.id, neighbours[1]?.id, neighbours[2]?.id];
    expect(await foundIds(client, afterAGap)).toEqual(expected);
  });

  test("charge nights after the departure as far as they are free", async () => {
    const client = await service.aClient(await service.anAccount());
    const rule = { kind: "charge_at_least_if_available", variables: { length: 5, unit: "days" } };
    const rental = await aRentalWithRules(client, [rule]);
    const price = async () => (await offerOf(client, rental, stay("2090-02-10", "2090-02-12"))).initial_price;
    expect(await price()).toBe(500);
    await aBooking(client, rental, { start_at: "2090-02-13", end_at: "2090-02-20" });
    expect(await price()).toBe(300);
  });
});

describe("include_not_available", () => {
  test("shows all rentals, each with its price and the reasons for a refusal", async () => {
    const { client, rental, neighbour } = await aTakenRental();
    const strict = await aRentalWithRules(client, [{ kind: "arrival_only", variables: { days: [0] } }]);
    await aBooking(client, strict, { start_at: "2090-02-10", end_at: "2090-02-15" });
    const priceless = await aPricedRental(client, { base_rate: null });
    const fields = "id,available,refusals,final_price";
    const asked = stay("2090-02-13", "2090-02-16", { include_not_available: true, fields });
    const taken = { kind: "nights_taken", rates_rule_id: null };
    expect(await found(client, asked)).toEqual([
      { id: rental.id, final_price: 300, available: false, refusals: [taken] },
      { id: neighbour.id, final_price: 300, available: true, refusals: [] },
      {
        id: strict.id,
        final_price: 300,
        available: false,
        refusals: [taken, { kind: "arrival_only", rates_rule_id: expect.any(Number) }],
      },
      {
        id: priceless.id,
        final_price: null,
        available: false,
        refusals: [{ kind: "no_rate", rates_rule_id: null, night: "2090-02-13" }],
      },
    ]);
    expect(await foundIds(client, stay("2090-02-13", "2090-02-16"))).toEqual([neighbour.id]);
  });

  test("names the rule by its id in the rates table", async () => {
    const client = await service.aClient(await service.anAccount());
    const rental = await aRentalWithRules(client, [{ kind: "departure_only", variables: { days: [0] } }]);
    const [rule] = await service.sql("select id::integer from rates_rules where account_id = $1", [client.account]);
    const offer = await offerOf(client, rental, stay("2090-02-13", "2090-02-16"));
    expect(refusalsOf(offer)).toEqual([{ kind: "departure_only", rates_rule_id: rule?.id }]);
    expect(offer.price_details).toEqual({
      rental: [{ step: "nightly_rate", id: null, nights: 3, amount: "300.0" }],
      fees: [],
      taxes: [],
    });
  });
});
