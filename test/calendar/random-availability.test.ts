import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDay, parseDay } from "../../src/core/day.ts";
import { seed } from "../core/pricing/properties/random-books.ts";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aRental, booking } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";
import { daysOf } from "./factories.ts";

/** Random calendars of one January: the map must agree with the bookings and with attempts to book. */
const service = useSharedService();
const january = parseDay("2090-01-01") ?? 0;
const nights = 31;

type State = "booked" | "tentative" | "unavailable" | "canceled" | "expired";

/** A requested stay, which is refused if its nights are taken. */
interface Asked {
  readonly arrival: number;
  readonly length: number;
  readonly state: State;
}

const asked: fc.Arbitrary<Asked> = fc.record({
  arrival: fc.integer({ min: january - 4, max: january + nights }),
  length: fc.integer({ min: 1, max: 6 }),
  state: fc.constantFrom("booked", "tentative", "unavailable", "canceled", "expired"),
});

/** Books a stay and brings it into its intended state. @returns whether its nights were free */
async function make(client: ApiClient, rental: Json, { arrival, length, state }: Asked): Promise<boolean> {
  const answer = await booking(client, rental, {
    start_at: formatDay(arrival),
    end_at: formatDay(arrival + length),
    ...(state === "tentative" || state === "expired" ? { tentative_expires_at: inAnHour() } : {}),
    ...(state === "unavailable" ? { unavailable: true } : {}),
  });
  if (answer.status !== 201) return false;
  const { id } = recordOf(answer, "bookings");
  if (state === "canceled") await client.delete(`/bookings/${id}`);
  if (state === "expired")
    await service.sql("update bookings set tentative_expires_at = '2020-01-01' where id = $1", [id]);
  return true;
}

/** A night's expected state, from a scan of the bookings. */
function walked(made: readonly Asked[], night: number): string {
  const characters = { booked: "1", tentative: "2", unavailable: "3", canceled: "0", expired: "0" };
  for (const { arrival, length, state } of made) {
    const holds = characters[state];
    if (holds !== "0" && arrival <= night && night < arrival + length) return holds;
  }
  return "0";
}

test(`the map shows each night's bookings, and 0 exactly for bookable nights (seed ${seed})`, async () => {
  const client = await service.aClient(await service.anAccount());
  const fixtures = fc.asyncProperty(
    fc.array(asked, { maxLength: 8 }),
    fc.uniqueArray(fc.nat({ max: nights - 1 }), { minLength: 4, maxLength: 4 }),
    async (wishes, tried) => {
      const rental = await aRental(client);
      const made: Asked[] = [];
      for (const wish of wishes) if (await make(client, rental, wish)) made.push(wish);
      const map = await daysOf(client, rental, "", nights);
      expect(map).toBe(Array.from({ length: nights }, (_, night) => walked(made, january + night)).join(""));
      for (const night of tried) {
        const dates = { start_at: formatDay(january + night), end_at: formatDay(january + night + 1) };
        const { status } = await booking(client, rental, dates);
        expect(status, `${dates.start_at} in ${map}`).toBe(map[night] === "0" ? 201 : 422);
      }
      const booked = [...map].map((held, night) => (held === "0" && tried.includes(night) ? "1" : held));
      expect(await daysOf(client, rental, "", nights)).toBe(booked.join(""));
    },
  );
  await fc.assert(fixtures, { numRuns: 36, seed, endOnFailure: true });
});
