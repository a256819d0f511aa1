import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayOfInstant, formatDay } from "../../src/core/day.ts";
import { localTime } from "../../src/core/time-zone.ts";
import { type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { moveClock } from "../harness/moved-clock.ts";
import { aMember } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";
import { anAgent, aToken, recordsIn } from "../mcp/fixture.ts";

// Decisions of the clock, on both sides of their moment. Runs on any day; other-days.test.ts moves the clock of Node and PostgreSQL to both
// changes of summer time, to the date line's midnight and to leap day.
const service = useSharedService();

/** The times of other-days.test.ts, or the present one. */
const moments = process.env.ROOST_TEST_MOMENTS?.split(",") ?? ["now"];

const houses = [
  "Pacific/Kiritimati",
  "Pacific/Auckland",
  "Europe/Berlin",
  "UTC",
  "America/New_York",
  "Pacific/Honolulu",
] as const;

const minute = 60_000;

/** The reading of a rental's clock so many minutes from now. Not by the code under test. */
function readingIn(timeZone: string, minutes: number): string {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return `${shown.format(Date.now() + minutes * minute).replace(" ", "T")}Z`;
}

const dateIn = (timeZone: string): string => readingIn(timeZone, 0).slice(0, 10);
const dayFromNow = (timeZone: string, days: number): string =>
  formatDay(dayOfInstant(Date.parse(`${dateIn(timeZone)}T00:00:00Z`)) + days);

describe.each(moments)("as of %s", (moment) => {
  if (moment !== "now") {
    const began = Date.now();
    beforeAll(async () => {
      const at = Date.parse(`${moment}Z`);
      await moveClock(at);
      const [row] = await service.sql("select extract(epoch from now())::float * 1000 as now");
      for (const now of [Date.now(), Number(row?.now)]) expect(Math.abs(now - at)).toBeLessThan(10 * minute);
    });
    afterAll(() => moveClock(began));
  }

  describe.each(houses)("on the clock of %s", (timeZone) => {
    test("Node reads it as the standard library does", () => {
      const shown = readingIn(timeZone, 0);
      expect(Math.abs(localTime(timeZone, Date.now()) - Date.parse(shown))).toBeLessThan(minute);
    });

    test("a stay that ends in half an hour is listed and one that has ended is not", async () => {
      const client = await service.aClient(await service.anAccount());
      const ends = async (minutes: number): Promise<Json> =>
        aBooking(client, await aRental(client, { time_zone: timeZone }), {
          ...{ start_at: dayFromNow(timeZone, -3), end_at: readingIn(timeZone, minutes), booked: true },
        });
      const [asleep] = [await ends(30), await ends(-30)];
      expect(recordsOf(await client.get("/bookings"), "bookings").map(({ id }) => id)).toEqual([asleep.id]);
    });

    test("requests a balance once it is due there, and not half an hour before", async () => {
      const account = await service.anAccount({ email: "stay@robles.example" });
      const client = await service.aClient(account);
      const guest = await aGuest(client);
      await client.put(`/clients/${guest.id}`, { clients: [{ emails: [{ email: "guest@example.com" }] }] });
      const due = async (minutes: number): Promise<unknown> => {
        const rental = await aRental(client, { time_zone: timeZone });
        const stay = await aBooking(client, rental, { booked: true, client_id: guest.id, final_price: "100" });
        await service.sql(
          "update bookings set booked_at = now() - interval '9 days', created_at = now() - interval '9 days', balance_due_at = $2 where id = $1",
          [stay.id, readingIn(timeZone, minutes)],
        );
        return stay.id;
      };
      const [late] = [await due(-30), await due(30)];
      const rows = await service.sql(
        "select booking_id::integer as id from scheduled_actions where account_id = $1 and state = 'scheduled' and due_at <= now()",
        [account],
      );
      expect(rows.map(({ id }) => id)).toEqual([late]);
    });

    test("a digest is due from its hour on, once a day of the account", async () => {
      const account = await service.anAccount({ time_zone: timeZone });
      const { user } = await aMember(service, account, "owner");
      const hour = Number(readingIn(timeZone, 0).slice(11, 13));
      const isDue = async (digestHour: number, sentOn: string): Promise<boolean> => {
        await service.sql(
          `insert into notification_choices (account_id, user_id, digest_hour, digest_on) values ($1, $2, $3, $4)
         on conflict (account_id, user_id) do update set digest_hour = excluded.digest_hour, digest_on = excluded.digest_on`,
          [account, user, digestHour, sentOn],
        );
        return (await service.sql("select from digests_due() where account = $1", [account])).length > 0;
      };
      const [yesterday, today] = [dayFromNow(timeZone, -1), dayFromNow(timeZone, 0)];
      expect([await isDue(hour, yesterday), await isDue(hour, today)]).toEqual([true, false]);
      if (hour < 23) expect(await isDue(hour + 1, yesterday)).toBe(false);
      if (hour > 0) expect(await isDue(hour - 1, yesterday)).toBe(true);
    });

    test("today is the date that its calendar shows", async () => {
      const account = await service.anAccount({ time_zone: timeZone });
      const client = await service.aClient(account);
      const arrival = async (days: number): Promise<unknown> =>
        (
          await aBooking(client, await aRental(client, { time_zone: timeZone }), {
            ...{ start_at: dayFromNow(timeZone, days), end_at: dayFromNow(timeZone, days + 2), booked: true },
          })
        ).reference;
      const [, today] = [await arrival(-1), await arrival(0), await arrival(1)];
      const agent = await anAgent(service, await aToken(service, [account]));
      const answer = await agent.content("arrivals");
      expect([answer.from, answer.to]).toEqual([dateIn(timeZone), dateIn(timeZone)]);
      expect(recordsIn(answer, "arrivals").map(({ reference }) => reference)).toEqual([today]);
    });
  });
});
