import { describe, expect, test } from "vitest";
import { errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, changing, idsOf, linksOf, read } from "../harness/factories.ts";
import { inADay } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";
import { adding, feesOf, removing } from "../rest/bookings-money.ts";

/**
 * A booking's life cycle: service.md's States and transitions, quoted by row, then bookings.md's states and prices. Rental link groups
 * are in test/links/mirrors.test.ts, payments in test/payments.
 */
const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());
const dog = { price: "25", name: "Dog", kind: "other" };
const because = {
  cancelation_reason: "ill",
  cancelation_message_to_guest: "Get well soon.",
  cancelation_message_to_channel: "The guest is ill.",
};

describe("States and transitions (service.md)", () => {
  test("Rentals fee | active | DELETE /rentals_fees/:rentals_fee_id (scope rentals_write) | archived (archived_at set) | 204 empty response", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const fee = await aRentalsFee(client, rental, await aFee(client), { status: "required" });
    const reader = await service.aClient(client.account, { scopes: ["public", "rates_write"] });
    expect((await reader.delete(`/rentals_fees/${fee.id}`)).status).toBe(403);
    const writer = await service.aClient(client.account, { scopes: ["public", "rentals_write"] });
    const answer = await writer.delete(`/rentals_fees/${fee.id}`);
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await read(client, "rentals_fees", fee.id)).archived_at).toEqual(expect.any(String));
    expect(recordsOf(await client.get("/rentals_fees"), "rentals_fees")).toEqual([]);
    expect(feesOf(await aBooking(client, rental))).toEqual([]);
  });

  test("Booking fee set | fee present | PATCH /bookings/:id/remove_bookings_fee/:bookings_fee_id | fee removed | updated booking returned; final_price recalculated", async () => {
    const client = await aManager();
    const linen = { price: "10", name: "Linen", kind: "other", times_booked: 2 };
    const stay = await aBooking(client, await aRental(client), {
      ...{ initial_price: "100", final_price: "90", bookings_fees: [dog, linen] },
    });
    const [removed] = feesOf(stay);
    const answer = recordOf(await removing(client, stay, removed), "bookings");
    expect(answer).toMatchObject({ id: stay.id, final_price: "120.0", bookings_fees: [{ name: "Linen" }] });
    expect(feesOf(await read(client, "bookings", stay.id))).not.toContain(removed);
    expect((await read(client, "bookings_fees", removed)).canceled_at).toEqual(expect.any(String));
  });

  test("Booking fee set | any | PATCH /bookings/:id/add_bookings_fee | fee added | updated booking returned; final_price recalculated", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client), { initial_price: "100", final_price: "90" });
    expect(stay).toMatchObject({ final_price: "90.0" });
    const answer = recordOf(await adding(client, stay, { ...dog, times_booked: 2 }), "bookings");
    expect(answer).toMatchObject({
      id: stay.id,
      final_price: "150.0",
      bookings_fees: [{ name: "Dog", times_booked: 2 }],
    });
    expect(feesOf(await read(client, "bookings", stay.id))).toHaveLength(1);
  });
});

describe("a canceled booking", () => {
  test("stores the reason and messages of a DELETE, and clears them when it is reinstated", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    expect((await client.delete(`/bookings/${stay.id}`, { bookings: [because] })).status).toBe(204);
    expect(await read(client, "bookings", stay.id)).toMatchObject({ status: "Canceled", ...because });
    const again = recordOf(await changing(client, stay, { canceled_at: null }), "bookings");
    const nothing = Object.fromEntries(Object.keys(because).map((name) => [name, null]));
    expect(again).toMatchObject({ status: "Booked", canceled_at: null, ...nothing });
  });

  test("stores the reason and frees its nights when a write sets canceled_at", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental);
    const canceled = await changing(client, stay, { canceled_at: "2026-01-02T03:04:05Z", ...because });
    expect(recordOf(canceled, "bookings")).toMatchObject({
      ...{ status: "Canceled", canceled_at: "2026-01-02T03:04:05Z", ...because },
    });
    const other = await aBooking(client, rental);
    const refused = await changing(client, stay, { canceled_at: null });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { base: [`the nights are taken by booking ${other.reference}`] },
    ]);
    expect(await read(client, "bookings", stay.id)).toMatchObject(because);
  });

  test("keeps the reason when an echo that contains it reinstates the booking", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    await client.delete(`/bookings/${stay.id}`, { bookings: [because] });
    const shown = await read(client, "bookings", stay.id);
    const again = await changing(client, stay, { ...shown, canceled_at: null });
    expect(recordOf(again, "bookings")).toMatchObject({ status: "Booked", ...because });
  });

  test("can be reinstated after its hold expires only as booked or as a hold with a later expiry", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const hold = await aBooking(client, rental, { tentative_expires_at: inADay() });
    const expire = "update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1";
    await service.sql(expire, [hold.id]);
    const refused = await changing(client, hold, { canceled_at: null });
    expect([refused.status, errorsOf(refused)]).toEqual([422, { tentative_expires_at: ["must be in the future"] }]);
    const held = await changing(client, hold, { canceled_at: null, tentative_expires_at: inADay() });
    expect(recordOf(held, "bookings")).toMatchObject({ status: "Tentative", canceled_at: null });
    await service.sql(expire, [hold.id]);
    const booked = await changing(client, hold, { canceled_at: null, booked: true });
    expect(recordOf(booked, "bookings")).toMatchObject({ status: "Booked", tentative_expires_at: null });
  });

  test("is left out of lists, but returned with updated_since", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client));
    await client.delete(`/bookings/${stay.id}`);
    const ids = async (query: string) => idsOf(recordsOf(await client.get(`/bookings${query}`), "bookings"));
    expect([await ids(""), await ids("?include_canceled=true")]).toEqual([[], [stay.id]]);
    const since = (await client.get("/bookings?updated_since=2020-01-01")).json;
    expect(since).toMatchObject({ bookings: [], meta: { deleted_ids: [stay.id] } });
  });
});

describe("a booking's prices", () => {
  test("stay as agreed when the rental changes; a move recalculates the balance date from the rental's current days", async () => {
    const client = await aManager();
    const rental = await aRental(client, { balance_due: 30, damage_deposit: "200" });
    const stay = await aBooking(client, rental, { initial_price: "100" });
    expect(stay).toMatchObject({ balance_due_at: "2089-12-05T16:00:00Z", damage_deposit: "200.0" });
    await client.put(`/rentals/${rental.id}`, { rentals: [{ balance_due: 10, damage_deposit: "1" }] });
    expect(recordOf(await changing(client, stay, { notes: "x" }), "bookings")).toMatchObject({
      ...{ balance_due_at: "2089-12-05T16:00:00Z", damage_deposit: "200.0" },
    });
    const moved = recordOf(await changing(client, stay, { start_at: "2090-01-06T16:00:00Z" }), "bookings");
    expect(moved).toMatchObject({ balance_due_at: "2089-12-27T16:00:00Z", final_price: "100.0" });
  });

  test("are due in whole days before the arrival, and not before the booking is made", async () => {
    const client = await aManager();
    const rental = await aRental(client, { balance_due: 30, time_zone: "Pacific/Kiritimati" });
    const made = Date.now();
    const stay = await aBooking(client, rental, {
      start_at: `${dayAhead(9)}T17:00:00Z`,
      end_at: `${dayAhead(12)}T10:00:00Z`,
    });
    const due = Date.parse(String(stay.balance_due_at));
    const rentalClock = made + 14 * 3_600_000;
    expect(due).toBeGreaterThanOrEqual(rentalClock);
    expect(due).toBeLessThanOrEqual(rentalClock + 86_400_000 + 60_000);
    expect(String(stay.balance_due_at)).toMatch(/T17:00:00Z$/);
  });

  test("keep the balance date when the booking is echoed", async () => {
    const client = await aManager();
    const rental = await aRental(client, { balance_due: 30 });
    const stay = await aBooking(client, rental, { initial_price: "100" });
    await client.put(`/rentals/${rental.id}`, { rentals: [{ balance_due: 10 }] });
    const { start_at, end_at, balance_due_at, contract_updated_at } = await read(client, "bookings", stay.id);
    const echoed = recordOf(await changing(client, stay, { start_at, end_at }), "bookings");
    expect(echoed).toMatchObject({ start_at, end_at, balance_due_at, contract_updated_at });
  });

  test("stay above the owner's share, even when a fee is removed", async () => {
    const client = await aManager();
    const stay = await aBooking(client, await aRental(client), {
      ...{ initial_price: "100", bookings_fees: [dog], final_payback_to_owner: "110" },
    });
    const [fee] = feesOf(stay);
    const before = await read(client, "bookings", stay.id);
    const refused = await removing(client, stay, fee);
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      { base: ["final_payback_to_owner would no longer be lower than final_price: lower it first"] },
    ]);
    expect(await read(client, "bookings", stay.id)).toEqual(before);
    await changing(client, stay, { final_payback_to_owner: "99.99" });
    expect(recordOf(await removing(client, stay, fee), "bookings")).toMatchObject({ final_price: "100.0" });
  });

  test("include a deposit collected by the booking's own method, regardless of the rental's", async () => {
    const client = await aManager();
    const rental = await aRental(client, { damage_deposit: "200", charge_damage_deposit_on_arrival: true });
    await service.sql("update rentals set damage_deposit_collection_method = 'with_service' where id = $1", [
      rental.id,
    ]);
    const taken = ({ damage_deposit, charge_damage_deposit_on_arrival, damage_deposit_collection_method }: Json) => [
      ...[damage_deposit, charge_damage_deposit_on_arrival, damage_deposit_collection_method],
    ];
    const stay = await aBooking(client, rental);
    expect(taken(stay)).toEqual(["200.0", true, "with_service"]);
    const external = {
      ...{
        damage_deposit: "50",
        charge_damage_deposit_on_arrival: false,
        damage_deposit_collection_method: "external",
      },
      damage_deposit_external_collection_method_name: "Cash box",
    };
    const changed = recordOf(await changing(client, stay, external), "bookings");
    expect(taken(changed)).toEqual(["50.0", false, "external"]);
    expect(changed.damage_deposit_external_collection_method_name).toBe("Cash box");
    expect(linksOf(changed).rental).toBe(rental.id);
  });
});
