import { describe, expect, test } from "vitest";
import { expireHolds } from "../../src/modules/stays/bookings/expire-holds.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, booking, changing, created, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { dayAhead, refusal } from "../rates/factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());
const aPricedRental = (client: ApiClient, attributes: Json = {}) =>
  aRental(client, { base_rate: "100", ...attributes });

const aCode = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/booking/discount_codes", "discount_codes", {
    discount_code: "Summer24",
    percentage: 10,
    ...attributes,
  });

const usages = async (client: ApiClient) =>
  recordsOf(await client.get("/booking/discount_code_usages"), "discount_code_usages");

/** Four different nights each time. */
const nights = (month: number) => ({ start_at: `2091-0${month}-01`, end_at: `2091-0${month}-05` });

const using = { discount_code: "SUMMER24" };

describe("a booking with a discount code", () => {
  test("takes the percentage off and records a usage with the reduction", async () => {
    const client = await aManager();
    const code = await aCode(client);
    const stay = await aBooking(client, await aPricedRental(client), { discount_code: " summer24 " });
    expect(stay).toMatchObject({
      initial_price: "400.0",
      discount: "10%",
      final_rental_price: "360.0",
      final_price: "360.0",
    });
    const [usage, ...others] = await usages(client);
    expect(others).toEqual([]);
    expect(usage).toMatchObject({
      amount_in_cents: 4000,
      currency: "EUR",
      canceled_at: null,
      links: { booking: stay.id, discount_code: code.id },
    });
    expect(linksOf(await read(client, "bookings", stay.id)).discount_code_usage).toBe(usage?.id);
    expect(
      linksOf(recordOf(await client.get(`/booking/discount_codes/${code.id}`), "discount_codes")).bookings,
    ).toEqual([stay.id]);
  });

  test("records the code's discount after every change of the price and its currency", async () => {
    const client = await aManager();
    await aCode(client);
    const rental = await aPricedRental(client, { currency: "EUR" });
    const stay = await aBooking(client, rental, { ...nights(1), ...using });
    const used = async () =>
      (await usages(client))
        .filter(({ canceled_at }) => canceled_at === null)
        .map(({ amount_in_cents, currency }) => [amount_in_cents, currency]);
    const moving = async (change: Json) => {
      const moved = await client.post(`/bookings/${stay.id}/move`, { bookings: [change] });
      expect(moved.status, moved.text).toBe(200);
    };
    expect(await used()).toEqual([[4_000, "EUR"]]);
    await moving({ end_at: "2091-01-07", reprice: true });
    expect(await used()).toEqual([[6_000, "EUR"]]);
    await changing(client, stay, { initial_price: "500" });
    expect(await used()).toEqual([[5_000, "EUR"]]);
    await changing(client, stay, { discount: "20%" });
    expect(await used()).toEqual([[10_000, "EUR"]]);
    await moving({ end_at: "2091-01-06" });
    expect(await used()).toEqual([[10_000, "EUR"]]);
    const yen = await aRental(client, { base_rate: "20000", currency: "JPY" });
    await moving({ rental_id: yen.id, reprice: true });
    expect(await used()).toEqual([[2_000_000, "JPY"]]);
    await client.delete(`/bookings/${stay.id}`);
    expect(await used()).toEqual([]);
    await changing(client, stay, { canceled_at: null });
    expect(await used()).toEqual([[2_000_000, "JPY"]]);
  });

  test("leaves a total that is all that is known to the guest, and the price before the discount follows from it", async () => {
    const client = await aManager();
    await aCode(client, { minimum_requirements: "minimum_spend", minimum_spend: "200", currency: "EUR" });
    const rental = await aPricedRental(client);
    expect(await aBooking(client, rental, { ...using, final_price: "180" })).toMatchObject({
      initial_price: "200.0",
      discount: "10%",
      final_rental_price: "180.0",
      final_price: "180.0",
    });
    expect((await usages(client)).map((usage) => usage.amount_in_cents)).toEqual([2000]);
    const less = await booking(client, rental, { ...using, ...nights(1), final_price: "179.99" });
    expect(refusal(less)).toEqual([422, { discount_code: ["needs a rental price of at least 200.0"] }]);
    await aCode(client, { discount_code: "Free", percentage: 100 });
    const free = await booking(client, rental, { ...nights(1), discount_code: "Free", final_price: "100" });
    expect(refusal(free)).toEqual([422, { discount_code: ["needs a rental price"] }]);
  });

  test("takes the amount off, but never more than the price", async () => {
    const client = await aManager();
    await aCode(client, { percentage: null, fixed_amount: "99.5", currency: "EUR" });
    const rental = await aPricedRental(client);
    expect(await aBooking(client, rental, using)).toMatchObject({ discount: "99.5", final_price: "300.5" });
    const cheap = await aBooking(client, rental, { ...using, ...nights(1), initial_price: "50" });
    expect(cheap).toMatchObject({ final_price: "0.0" });
    expect((await usages(client)).map((usage) => usage.amount_in_cents).sort()).toEqual([5000, 9950]);
  });

  test("accepts the largest storable amount", async () => {
    const client = await aManager();
    await aCode(client, { percentage: 100 });
    await aBooking(client, await aRental(client), { ...using, initial_price: "9999999999.99" });
    expect(await usages(client)).toMatchObject([{ amount_in_cents: 999_999_999_999 }]);
  });

  test("applies the code when all its terms are met", async () => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    await aCode(client, {
      currency: "EUR",
      rental_ids: [rental.id],
      minimum_nights_booked: 4,
      number_of_times: 1,
      start_date: dayAhead(-1),
      end_date: dayAhead(1),
    });
    await created(client, "/booking/discount_codes", "discount_codes", {
      discount_code: "SPEND",
      percentage: 5,
      minimum_spend: "400",
      currency: "EUR",
    });
    expect(await aBooking(client, rental, using)).toMatchObject({ discount: "10%" });
    expect(await aBooking(client, rental, { ...nights(1), discount_code: "spend" })).toMatchObject({ discount: "5%" });
  });
});

describe("a discount code", () => {
  test.each<[string, Json, Json, string[]]>([
    ["another text", {}, { discount_code: "Winter" }, ["does not exist"]],
    ["for other rentals", { rentals_eligibility: "specific_rentals" }, using, ["does not apply to this rental"]],
    ["in another currency", { currency: "USD" }, using, ["is for bookings in USD"]],
    ["before its time", { start_date: dayAhead(1) }, using, [`can only be used from ${dayAhead(1)}`]],
    ["after its time", { end_date: dayAhead(-1) }, using, [`could only be used until ${dayAhead(-1)}`]],
    ["for longer stays", { minimum_nights_booked: 5 }, using, ["needs a stay of at least 5 nights"]],
    [
      "for more expensive stays",
      { minimum_spend: "400.01", currency: "EUR" },
      using,
      ["needs a rental price of at least 400.01"],
    ],
    ["for a stay without a price", {}, { ...using, initial_price: null }, ["needs a rental price"]],
    ["for an owner's block", {}, { ...using, unavailable: true }, ["needs a rental price"]],
    ["with a discount", {}, { ...using, discount: "5%" }, ["cannot be combined with discount"]],
    [
      "for a canceled booking",
      {},
      { ...using, canceled_at: "2026-01-01T00:00:00Z" },
      ["cannot be used by a canceled booking"],
    ],
    [
      "for several reasons",
      { minimum_nights_booked: 9, end_date: dayAhead(-9) },
      using,
      [`could only be used until ${dayAhead(-9)}`, "needs a stay of at least 9 nights"],
    ],
  ])("is refused with the reason: %s", async (_, terms, attributes, messages) => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    const other = await aPricedRental(client);
    await aCode(client, { ...terms, ...(terms.rentals_eligibility ? { rental_ids: [other.id] } : {}) });
    expect(refusal(await booking(client, rental, attributes))).toEqual([422, { discount_code: messages }]);
    expect(await service.sql("select from bookings where account_id = $1", [client.account])).toEqual([]);
    expect(await usages(client)).toEqual([]);
  });

  test("is refused in another account like an unknown one", async () => {
    const client = await aManager();
    await aCode(await aManager());
    const answer = await booking(client, await aPricedRental(client), using);
    expect(refusal(answer)).toEqual([422, { discount_code: ["does not exist"] }]);
  });

  test("is refused once canceled, while a new one with the same text is accepted", async () => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    const code = await aCode(client);
    await client.delete(`/booking/discount_codes/${code.id}`);
    expect(refusal(await booking(client, rental, using))).toEqual([422, { discount_code: ["has been canceled"] }]);
    await aCode(client, { percentage: 20 });
    expect(await aBooking(client, rental, using)).toMatchObject({ discount: "20%" });
  });

  test("is refused without uses left", async () => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    await aCode(client, { number_of_times: 2 });
    for (const month of [1, 2]) await aBooking(client, rental, { ...using, ...nights(month) });
    expect(refusal(await booking(client, rental, { ...using, ...nights(3) }))).toEqual([
      422,
      { discount_code: ["has been used 2 times, which is its limit"] },
    ]);
  });

  test("is refused on an existing booking", async () => {
    const client = await aManager();
    await aCode(client);
    const stay = await aBooking(client, await aPricedRental(client));
    expect(refusal(await changing(client, stay, using))).toEqual([
      422,
      { discount_code: ["can only be set when the booking is created"] },
    ]);
  });
});

describe("a discount code's use", () => {
  const once = async () => {
    const client = await aManager();
    const rental = await aPricedRental(client);
    await aCode(client, { number_of_times: 1 });
    return { client, rental };
  };
  const usedUp = [422, { discount_code: ["has been used once, which is its limit"] }];

  test.each<[string, (client: ApiClient, stay: Json) => Promise<unknown>]>([
    ["is canceled", (client, stay) => client.delete(`/bookings/${stay.id}`)],
    [
      "is canceled with words",
      (client, stay) => client.delete(`/bookings/${stay.id}`, { bookings: [{ cancelation_reason: "ill" }] }),
    ],
    ["is canceled by an update", (client, stay) => changing(client, stay, { canceled_at: "2026-01-01T00:00:00Z" })],
  ])("is released when the booking %s", async (_, cancel) => {
    const { client, rental } = await once();
    const stay = await aBooking(client, rental, using);
    const [usage] = await usages(client);
    expect(refusal(await booking(client, rental, { ...using, ...nights(1) }))).toEqual(usedUp);
    await cancel(client, stay);
    expect(await usages(client)).toEqual([]);
    const kept = recordOf(await client.get(`/booking/discount_code_usages/${usage?.id}`), "discount_code_usages");
    expect(kept).toMatchObject({ canceled_at: expect.any(String) });
    expect((await booking(client, rental, { ...using, ...nights(1) })).status).toBe(201);
  });

  test("is released when a hold expires, even before the job runs", async () => {
    const { client, rental } = await once();
    const hold = await aBooking(client, rental, { ...using, tentative_expires_at: "2090-01-01T00:00:00Z" });
    const expire = () =>
      service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [hold.id]);
    expect(refusal(await booking(client, rental, { ...using, ...nights(1) }))).toEqual(usedUp);
    await expire();
    const second = await booking(client, rental, { ...using, ...nights(1) });
    expect(second.status, second.text).toBe(201);
    // The booking's request ends the hold, so both changes name it.
    for (const { id } of [hold, recordOf(second, "bookings")]) {
      const [told] = recordsOf(await client.get(`/bookings/${id}/history`), "audit_entries").toReversed();
      expect(told?.actor).toMatchObject({ type: "Application", id: client.application });
    }
    await client.delete(`/bookings/${recordOf(second, "bookings").id}`);

    const again = await aBooking(client, rental, {
      ...using,
      ...nights(2),
      tentative_expires_at: "2090-01-01T00:00:00Z",
    });
    await service.sql("update bookings set tentative_expires_at = now() - interval '1 minute' where id = $1", [
      again.id,
    ]);
    await expireHolds(service.database);
    expect(await usages(client)).toEqual([]);
  });

  test("is consumed again, as a new usage, by a reinstated booking", async () => {
    const { client, rental } = await once();
    const stay = await aBooking(client, rental, using);
    const [first] = await usages(client);
    await client.delete(`/bookings/${stay.id}`);
    const back = recordOf(await changing(client, stay, { canceled_at: null }), "bookings");
    expect(back).toMatchObject({ status: "Booked", discount: "10%", final_price: "360.0" });
    const [second, ...others] = await usages(client);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ amount_in_cents: 4000, currency: "EUR", links: { booking: stay.id } });
    expect(second?.id).not.toBe(first?.id);
    expect(refusal(await booking(client, rental, { ...using, ...nights(1) }))).toEqual(usedUp);
  });

  test("records the reinstated booking's reduction, even if it changed while canceled", async () => {
    const { client, rental } = await once();
    const stay = await aBooking(client, rental, using);
    await client.delete(`/bookings/${stay.id}`);
    expect((await changing(client, stay, { discount: "5%" })).status).toBe(200);
    const back = recordOf(await changing(client, stay, { canceled_at: null }), "bookings");
    expect(back).toMatchObject({ status: "Booked", discount: "5%", final_rental_price: "380.0" });
    expect(await usages(client)).toMatchObject([{ amount_in_cents: 2000, links: { booking: stay.id } }]);
  });

  test("blocks reinstatement if another booking has consumed it, unless the discount is dropped", async () => {
    const { client, rental } = await once();
    const stay = await aBooking(client, rental, using);
    await client.delete(`/bookings/${stay.id}`);
    await aBooking(client, rental, { ...using, ...nights(1) });
    expect(refusal(await changing(client, stay, { canceled_at: null }))).toEqual(usedUp);
    expect(await read(client, "bookings", stay.id)).toMatchObject({ status: "Canceled" });
    const without = recordOf(await changing(client, stay, { canceled_at: null, discount: null }), "bookings");
    expect(without).toMatchObject({ status: "Booked", final_price: "400.0" });
    expect(await usages(client)).toHaveLength(1);
  });

  test("is kept through any other change of the booking", async () => {
    const { client, rental } = await once();
    const stay = await aBooking(client, rental, using);
    await changing(client, stay, { notes: "late", end_at: "2090-01-10" });
    expect(await usages(client)).toHaveLength(1);
  });
});
