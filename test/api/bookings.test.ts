import { describe, expect, test } from "vitest";
import { errorsOf, recordOf, recordsOf } from "../harness/client.ts";
import { useHouse } from "../harness/house.ts";

const house = useHouse();

describe("booking a stay", () => {
  test("a rental is booked, and the same nights are refused the second time", async () => {
    const client = await house.aClient(await house.anAccount());
    const rental = recordOf(await client.post("/rentals", { rentals: [{ name: "Cottage 1" }] }), "rentals");
    const stay = { start_at: "2027-01-04T16:00:00Z", end_at: "2027-01-08T10:00:00Z", initial_price: "400" };
    const first = await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] });
    expect(first.status, first.text).toBe(201);
    const booking = recordOf(first, "bookings");
    expect(booking).toMatchObject({ status: "Booked", start_at: stay.start_at, final_price: "400.0" });
    const second = await client.post(`/rentals/${rental.id}/bookings`, { bookings: [stay] });
    expect(second.status).toBe(422);
    expect(errorsOf(second)).toEqual({ base: [`the nights are taken by booking ${booking.reference}`] });
    const list = await client.get("/bookings");
    expect(recordsOf(list, "bookings")).toEqual([booking]);
  });
});
