import { describe, expect, test } from "vitest";
import { type Answer, type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

/** Four nights cost 400.0, and cleaning 50.0. */
async function aStay(): Promise<{ client: ApiClient; stay: Json }> {
  const client = await service.aClient(await service.anAccount());
  const rental = await aRental(client, { base_rate: "100" });
  await aRentalsFee(client, rental, await aFee(client), { status: "required" });
  return { client, stay: await aBooking(client, rental, { start_at: "2031-07-01", end_at: "2031-07-05" }) };
}

const moving = (client: ApiClient, stay: Json, attributes: Json): Promise<Answer> =>
  client.post(`/bookings/${stay.id}/move`, { bookings: [{ end_at: "2031-07-07", ...attributes }] });

describe("a move with its own final_price", () => {
  test.each([
    ["the agreed prices", {}],
    ["today's prices", { reprice: true }],
  ])("sets the total over %s, and the rental's price with it", async (_, how) => {
    const { client, stay } = await aStay();
    const answer = await moving(client, stay, { ...how, final_price: "520" });
    expect(answer.status, answer.text).toBe(200);
    const moved = { initial_price: "470.0", final_rental_price: "470.0", final_price: "520.0" };
    expect(recordOf(answer, "bookings")).toMatchObject(moved);
    expect(await read(client, "bookings", stay.id)).toMatchObject(moved);
  });

  test("previews the total, and is the price that expected_final_price compares", async () => {
    const { client, stay } = await aStay();
    const preview = await moving(client, stay, { final_price: "520", dry_run: true });
    expect(preview.json).toMatchObject({ booking_quotes: [{ booking: { final_price: "520.0" }, problems: {} }] });
    const other = await moving(client, stay, { final_price: "520", expected_final_price: "450" });
    expect(errorsOf(other)).toEqual({ expected_final_price: ["is no longer the price: it is now 520.0"] });
    expect((await moving(client, stay, { final_price: "520", expected_final_price: "520" })).status).toBe(200);
  });

  test("sums the agreed lines again without a total", async () => {
    const { client, stay } = await aStay();
    await client.put(`/bookings/${stay.id}`, { bookings: [{ final_price: "300" }] });
    const answer = await moving(client, stay, { final_price: null });
    expect(recordOf(answer, "bookings")).toMatchObject({ final_price: "300.0" });
  });

  test("a later move without a total keeps the written one", async () => {
    const { client, stay } = await aStay();
    await moving(client, stay, { final_price: "520" });
    const answer = await moving(client, stay, { end_at: "2031-07-08" });
    expect(recordOf(answer, "bookings")).toMatchObject({ final_price: "520.0" });
  });
});

describe("a change of dates or guests that keeps its price", () => {
  const changing = (client: ApiClient, stay: Json, attributes: Json): Promise<Answer> =>
    client.put(`/bookings/${stay.id}`, { bookings: [attributes] });

  test("says what the rates give now", async () => {
    const { client, stay } = await aStay();
    const longer = await changing(client, stay, { end_at: "2031-07-07" });
    expect(recordOf(longer, "bookings")).toMatchObject({ final_price: "450.0" });
    expect(longer.json.meta).toEqual({
      repricing: { initial_price: "600.0", final_price: "650.0", difference: "200.0" },
    });
    expect((await changing(client, stay, { end_at: "2031-07-05" })).json.meta).toEqual({});
  });

  test("says nothing of the rates if the price is the same, or is written too, or nothing was changed", async () => {
    const { client, stay } = await aStay();
    for (const attributes of [{ adults: 1 }, { notes: "Late" }, { end_at: "2031-07-08", final_price: "500" }, {}])
      expect((await changing(client, stay, attributes)).json.meta, JSON.stringify(attributes)).not.toHaveProperty(
        "repricing",
      );
    const block = await aBooking(
      client,
      { id: Object(stay.links).rental },
      {
        ...{ start_at: "2031-08-01", end_at: "2031-08-03", unavailable: true },
      },
    );
    expect((await changing(client, block, { end_at: "2031-08-05" })).json.meta).toEqual({});
  });
});
