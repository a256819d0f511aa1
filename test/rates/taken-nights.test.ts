import { expect, test } from "vitest";
import { readTakenNights, type TakenWithin } from "../../src/modules/pricing/rates/books/taken-nights.ts";
import { day } from "../core/pricing/fixture.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { inAnHour } from "../harness/moments.ts";
import { useSharedService } from "../harness/service.ts";

const service = useSharedService();

/** Unused ids that push the number of rentals over the scan threshold. */
const unusedIds = Array.from({ length: 500 }, (_, index) => 9_000_000_000 + index);

/** Rentals with stays, holds, blocks and preparation days around February 2090, and one that is not requested. */
async function someRentals() {
  const account = await service.anAccount();
  const client = await service.aClient(account);
  const rentals: number[] = [];
  for (const preparation_days of [0, 2, 5, 0]) {
    const rental = await aRental(client, { preparation_days });
    const nights = (start_at: string, end_at: string, more: object = {}) =>
      aBooking(client, rental, { start_at, end_at, ...more });
    await nights("2090-01-20", "2090-01-28");
    await nights("2090-02-12", "2090-02-14", { tentative_expires_at: inAnHour() });
    await nights("2090-03-01", "2090-03-05", { unavailable: true });
    await nights("2089-06-01", "2089-12-20");
    rentals.push(Number(rental.id));
  }
  return { account, requested: rentals.slice(0, 3) };
}

test("reads the same taken nights by rental lookups and by a scan of all calendars", async () => {
  const { account, requested } = await someRentals();
  const taken = (ids: readonly number[], within: TakenWithin) =>
    service.database.within([account]).transaction((tx) => readTakenNights(tx, [account], ids, within), "read");
  let found = 0;
  for (const from of ["2089-12-20", "2090-01-25", "2090-01-29", "2090-02-01", "2090-02-16", "2090-03-06"].map(day)) {
    for (const nights of [1, 10, 40]) {
      for (const includeTentative of [false, true]) {
        const within = { from, until: from + nights, includeTentative };
        const few = await taken(requested, within);
        expect(await taken([...requested, ...unusedIds], within)).toEqual(few);
        found += few.size;
      }
    }
  }
  expect(found).toBeGreaterThan(30);
});
