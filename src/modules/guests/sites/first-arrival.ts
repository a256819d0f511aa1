import { dayIn } from "../../../core/time-zone.ts";
import type { Site } from "./find-site.ts";
import { shownBy, shownRentals } from "./shown-rentals.ts";

/**
 * The first day on which a guest can arrive in any of a site's rentals: today in the westernmost one. An epoch day.
 * @param now epoch milliseconds
 */
export async function firstArrival(site: Site, now: number): Promise<number> {
  const rows = await site.scope.transaction(
    (transaction) =>
      transaction.rows<{ time_zone: string }>(
        `select distinct house.time_zone from rentals as house where house.account_id = $1 and house.id in (${shownRentals})`,
        shownBy(site),
      ),
    "read",
  );
  const zones = rows.length === 0 ? [site.settings.business.timeZone] : rows.map((row) => row.time_zone);
  return Math.min(...zones.map((zone) => dayIn(zone, now)));
}
