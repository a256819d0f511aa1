import { expect, test } from "vitest";
import { type Json, recordOf } from "../harness/client.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { actionsOf, aRule } from "./fixture.ts";

const service = useSharedService();

/** The moments of a rule for stays in Berlin that arrive at four, as [local, instant]. */
async function momentsOf(rule: Json, arrivals: readonly string[]): Promise<unknown[]> {
  const client = await service.aClient(await service.anAccount());
  const { id } = await aRule(client, { offset_days: 0, at: null, ...rule });
  const moments = [];
  for (const arrival of arrivals) {
    const rental = await aRental(client, { time_zone: "Europe/Berlin", checkin_time: 16 });
    const end = new Date(Date.parse(`${arrival}T10:00:00Z`) + 4 * 86_400_000).toISOString();
    const stay = await aBooking(client, rental, { start_at: `${arrival}T16:00:00Z`, end_at: end, booked: true });
    const [action] = await actionsOf(client, `booking_id=${stay.id}&automation_id=${id}`);
    moments.push([action?.local_due_at, action?.due_at]);
  }
  return moments;
}

// Berlin's clocks change on 31 March 2030 at 2:00 to 3:00, and on 27 October 2030 at 3:00 back to 2:00.
const [spring, autumn] = ["2030-03-31", "2030-10-27"];

test("an hour on the rental's clock is that hour on both sides of a change to summer time", async () => {
  expect(await momentsOf({ offset_days: -1, at: "17:00" }, [spring, "2030-04-01", autumn, "2030-10-28"])).toEqual([
    ["2030-03-30T17:00:00Z", "2030-03-30T16:00:00Z"],
    ["2030-03-31T17:00:00Z", "2030-03-31T15:00:00Z"],
    ["2030-10-26T17:00:00Z", "2030-10-26T15:00:00Z"],
    ["2030-10-27T17:00:00Z", "2030-10-27T16:00:00Z"],
  ]);
});

test("a missing hour moves forward, and a double hour is the second", async () => {
  expect(await momentsOf({ at: "02:30" }, [spring, autumn])).toEqual([
    ["2030-03-31T03:30:00Z", "2030-03-31T01:30:00Z"],
    ["2030-10-27T02:30:00Z", "2030-10-27T01:30:00Z"],
  ]);
});

test("days move on the calendar, and hours are elapsed time", async () => {
  expect(await momentsOf({ offset_days: -1 }, [spring, autumn])).toEqual([
    ["2030-03-30T16:00:00Z", "2030-03-30T15:00:00Z"],
    ["2030-10-26T16:00:00Z", "2030-10-26T14:00:00Z"],
  ]);
  expect(await momentsOf({ offset_hours: -24 }, [spring, autumn])).toEqual([
    ["2030-03-30T15:00:00Z", "2030-03-30T14:00:00Z"],
    ["2030-10-26T17:00:00Z", "2030-10-26T15:00:00Z"],
  ]);
});

test("a rental's new time zone moves its actions", async () => {
  const client = await service.aClient(await service.anAccount());
  const rule = await aRule(client);
  const rental = await aRental(client, { time_zone: "Europe/Berlin" });
  const stay = await aBooking(client, rental, { booked: true });
  const answer = await client.put(`/rentals/${rental.id}`, { rentals: [{ time_zone: "America/New_York" }] });
  expect(recordOf(answer, "rentals").time_zone).toBe("America/New_York");
  const [action] = await actionsOf(client, `booking_id=${stay.id}&automation_id=${rule.id}`);
  expect(action).toMatchObject({ local_due_at: "2090-01-02T17:00:00Z", due_at: "2090-01-02T22:00:00Z" });
});
