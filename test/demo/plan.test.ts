import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { guaranteedStays } from "@roost/demo/content/guaranteed-stays.ts";
import { type AccountPlan, planDemo } from "@roost/demo/plan/plan.ts";
import type { PlannedBooking } from "@roost/demo/plan/plan-booking.ts";
import { describe, expect, test } from "vitest";
import { formatDay, instantOnDay, parseDay, weekdayOf } from "../../src/core/day.ts";

/** Checks the demo's plan against the documentation, in memory, so that many days can be tested. */
const root = join(import.meta.dirname, "../..");
const agents = await readFile(join(root, "docs/guides/agents.md"), "utf8");
const readme = await readFile(join(root, "README.md"), "utf8");

/** Consecutive days that include a 21 November without a note about wine, a leap day and three year changes. */
const daysFrom = (start: string, count: number) => Array.from({ length: count }, (_, day) => dayOf(start) + day);
const everyDay = [...daysFrom("2026-11-01", 400), ...daysFrom("2027-12-06", 400)];

function dayOf(text: string): number {
  const day = parseDay(text);
  if (day === undefined) throw new Error(`${text} is no day`);
  return day;
}

const planned = new Map(everyDay.map((today) => [today, planDemo({ today, seed: 1 })] as const));

const arrives = ({ stay }: PlannedBooking, from: number, to: number) => stay.arrival >= from && stay.arrival < to;
const ends = ({ stay }: PlannedBooking, from: number, to: number) => stay.departure >= from && stay.departure < to;
const booked = ({ stay }: PlannedBooking) => stay.kind === "booked";

/** Whether a rental has no booked night between two days. */
const isFree = ({ bookings }: AccountPlan, rental: number, from: number, to: number) =>
  !bookings.some(
    ({ stay }) => stay.rental === rental && stay.kind !== "canceled" && stay.arrival < to && stay.departure > from,
  );

/** For each question in docs/guides/agents.md, whether a day's plan can answer it. */
const answers: Readonly<Record<string, (plan: AccountPlan, today: number) => unknown>> = {
  "Who arrives in the next two weeks?": ({ bookings }, today) =>
    bookings.some((booking) => booked(booking) && arrives(booking, today, today + 14)),
  "Which rentals sleep eight or more and have a pool?": ({ account }) =>
    account.rentals.some(({ attributes, amenities }) => attributes.sleeps >= 8 && amenities.includes("pool")),
  "What did the stays of the last ninety days bring?": ({ bookings }, today) =>
    bookings.some((booking) => booked(booking) && ends(booking, today - 90, today)),
  "Which stays were canceled in the last year, and why?": ({ bookings }, today) =>
    bookings.some(
      ({ canceled }) => canceled !== undefined && canceled.at >= instantOnDay(today - 365, 0) && canceled.reason !== "",
    ),
  "Which holds are still waiting to be confirmed, and until when?": ({ bookings }, today) =>
    bookings.some(({ stay, until = 0 }) => stay.kind === "hold" && until >= instantOnDay(today + 2, 0)),
  "Which upcoming guests have not paid everything?": ({ bookings }, today) =>
    bookings.some((booking) => booked(booking) && arrives(booking, today + 1, today + 366)),
  "To which guests do we write in German or Italian?": ({ clients }) =>
    ["de", "it"].every((locale) => clients.some(({ preferred_locale }) => preferred_locale === locale)),
  "Which bedrooms have bunk beds?": ({ account }) =>
    account.rentals.some(({ rooms }) => rooms.some(({ counts }) => (counts.bunk_beds_count ?? 0) > 0)),
  "What does the cleaning cost at each rental?": ({ account }) =>
    account.rentals.every(({ attributes: { currency } }) =>
      account.fees.some((fee) => fee.currency === currency && fee.name.en.includes("cleaning")),
    ),
  "What was noted about wine?": ({ bookings }) => bookings.some(({ comment = "" }) => /wine/i.test(comment)),
  // Rentals for all seasons accept any arrival day and require at most five nights, but refuse to leave gaps of one or two nights.
  "What is free for four people in the week after next?": (plan, today) =>
    plan.account.rentals.some(
      ({ attributes, season }, rental) =>
        season === "both" && attributes.sleeps >= 4 && isFree(plan, rental, today + 11, today + 24),
    ),
  "Why can nobody book this one, and what would it cost?": ({ account }) => account.rentals.length > 0,
  "Which nights are free everywhere in the next week?": ({ account }) => account.rentals.length > 0,
  "How full were we in the last ninety days, and what did it bring?": ({ bookings }, today) =>
    bookings.some((booking) => booked(booking) && ends(booking, today - 89, today)),
  "Which channel brought the most in the last year?": ({ bookings }, today) =>
    bookings.some((booking) => booked(booking) && ends(booking, today - 364, today) && booking.visit),
  "Has this guest been here before?": ({ bookings, clients }, today) =>
    bookings.some(
      (booking) => ends(booking, today - 365, today) && clients[booking.visit?.client ?? -1]?.emails.length,
    ),
  // Some days have no arrivals, which is a valid answer.
  "Who arrives tomorrow, and what is missing?": ({ account }) => account.rentals.length > 0,
  "What do I owe the owner for last month?": ({ bookings }, today) =>
    bookings.some((booking) => booked(booking) && ends(booking, today - 60, today)),
  "Who is waiting for an answer?": ({ conversations }) => conversations.length > 0,
  "Where were we at this time last year?": ({ bookings }, today) =>
    bookings.some((booking) => booked(booking) && arrives(booking, today - 365, today - 275)),
};

const titles = [...agents.matchAll(/^### (.+)\n```json/gm)].map(([, title = ""]) => title);

/** Whether two stays of an account overlap. */
function nightsSoldTwice({ bookings, free }: AccountPlan): unknown[] {
  const held = [...bookings.filter(({ stay }) => stay.kind !== "canceled").map(({ stay }) => stay), ...free];
  return held.filter((one, index) =>
    held
      .slice(0, index)
      .some((other) => other.rental === one.rental && other.arrival < one.departure && one.arrival < other.departure),
  );
}

/** The errors in a booking's dates. */
function wrongDates(today: number, { stay, madeAt, until, canceled }: PlannedBooking): string[] {
  const midnight = instantOnDay(today, 0);
  const wrong = [
    [stay.departure > stay.arrival, "ends before it begins"],
    [stay.arrival >= today - 365 && stay.departure <= today + 365, "lies outside of the two years"],
    [stay.made < stay.arrival && madeAt < midnight, "was made in the future, or after it began"],
    [
      until === undefined ||
        until === instantOnDay(today, stay.guaranteed?.untilHours ?? 0) ||
        (until >= instantOnDay(today + 2, 0) && until < instantOnDay(stay.arrival, 0)),
      "waits",
    ],
    [canceled === undefined || (canceled.at >= madeAt && canceled.at < midnight), "was canceled at a wrong time"],
  ] as const;
  return wrong.filter(([fine]) => !fine).map(([, what]) => `${formatDay(stay.arrival)} ${what}`);
}

/** For each section of the pages about today, whether the day's plan has content. */
function pagesOfToday({ bookings, opinions, payments, conversations }: AccountPlan, today: number) {
  const stays = bookings.filter(booked).map(({ stay }) => stay);
  const arriving = stays.filter(({ arrival }) => arrival === today);
  const leaving = stays.filter(({ departure }) => departure === today);
  const paidFor = (index: number) => payments.filter(({ booking }) => booking === index).map(({ share }) => share);
  const owing = [...bookings.entries()].filter(
    ([index, { stay }]) => stay.kind === "booked" && stay.arrival <= today + 14 && paidFor(index).join() === "down",
  );
  const reviews = opinions.flatMap(({ review }) => review ?? []);
  return {
    arrivals: arriving.length >= 2,
    departures: leaving.length >= 2,
    turnovers: arriving.some(({ rental }) => leaving.some((left) => left.rental === rental)),
    inTheHouse: stays.some(({ arrival, departure }) => arrival < today && departure > today),
    expiring: bookings.some(({ until }) => until !== undefined && until < instantOnDay(today + 1, 0)),
    due: owing.length >= 3,
    toAnswer: reviews.some(({ at, answeredAt }) => answeredAt === undefined && at > instantOnDay(today - 45, 0)),
    answered: reviews.some(({ answeredAt }) => answeredAt !== undefined && answeredAt < instantOnDay(today, 0)),
    conversations: conversations.length >= 5,
    paidInAllWays: new Set(payments.map(({ by }) => by)).size >= 3,
  };
}

describe("the demo of every day", () => {
  test("can answer every question in docs/guides/agents.md in its first account", () => {
    expect(titles).toEqual(Object.keys(answers));
    const missing = [...planned].flatMap(([today, [plan]]) => {
      return titles
        .filter((title) => !plan || !answers[title]?.(plan, today))
        .map((title) => `${formatDay(today)}: ${title}`);
    });
    expect(missing).toEqual([]);
  });

  test("has each guaranteed stay in each account, with any seed", () => {
    for (const [seed, today] of daysFrom("2028-02-01", 60).entries()) {
      for (const { bookings } of planDemo({ today, seed })) {
        const guaranteed = bookings.flatMap(({ stay }) => stay.guaranteed ?? []);
        expect(new Set(guaranteed)).toEqual(new Set(guaranteedStays));
        const family = bookings.find(({ stay }) => stay.guaranteed?.children);
        expect(family?.visit).toMatchObject({ adults: 2, children: family?.stay.guaranteed?.children });
        const inTheHouse = bookings.filter(
          (booking) => booked(booking) && booking.stay.arrival < today && booking.stay.departure > today + 1,
        );
        expect(inTheHouse.length).toBeGreaterThanOrEqual(2);
      }
    }
  });

  test("never sells a night twice, and keeps the week free that a start offers, from Saturday to Saturday", () => {
    for (const [today, queries] of planned) {
      for (const plan of queries) {
        expect(nightsSoldTwice(plan), formatDay(today)).toEqual([]);
        const weeks = plan.free.filter(
          ({ rental, arrival, departure }) =>
            rental === 0 &&
            weekdayOf(arrival) === 6 &&
            departure - arrival === 7 &&
            arrival >= today + 7 &&
            arrival <= today + 330,
        );
        expect(weeks, formatDay(today)).toHaveLength(1);
      }
    }
  });

  test("has only possible dates, and guests with unique names", () => {
    for (const [today, queries] of planned) {
      for (const { account, bookings, clients } of queries) {
        expect(
          bookings.flatMap((booking) => wrongDates(today, booking)),
          formatDay(today),
        ).toEqual([]);
        const names = clients.map(({ firstname, lastname }) => `${firstname} ${lastname}`);
        expect(new Set(names).size).toBe(account.clients);
        const wrongParties = bookings.filter(({ visit, stay }) => {
          if (!visit) return stay.kind !== "unavailable";
          const sleeps = account.rentals[stay.rental]?.attributes.sleeps ?? 0;
          return visit.adults < 2 || visit.adults + visit.children > sleeps || !clients[visit.client];
        });
        expect(wrongParties, formatDay(today)).toEqual([]);
      }
    }
  });

  test("has arrivals, departures, a turnover, current guests, an expiring hold, balances due and unanswered reviews today in each account", () => {
    for (const [today, queries] of planned) {
      for (const plan of queries) {
        const missing = Object.entries(pagesOfToday(plan, today)).flatMap(([what, isThere]) => (isThere ? [] : [what]));
        expect(missing, formatDay(today)).toEqual([]);
        expect(
          plan.payments.filter(({ at }) => at >= instantOnDay(today, 0)),
          formatDay(today),
        ).toEqual([]);
      }
    }
  });

  test("has a hold that expires five hours after its creation, at any hour", () => {
    for (const hour of [0, 11, 23]) {
      const today = dayOf("2028-12-31");
      const untils = planDemo({ today, hour, seed: 1 }).flatMap(({ bookings }) => bookings.map(({ until }) => until));
      expect(untils.filter((until) => until === instantOnDay(today, hour + 5))).toHaveLength(2);
    }
  });

  test("matches the README: two property managers, fourteen rentals, two years of bookings", () => {
    expect(readme.replaceAll("\n", " ")).toContain("two property managers, fourteen rentals, two years of bookings");
    for (const [today, queries] of planned) {
      const bookings = queries.flatMap((plan) => plan.bookings);
      expect([queries.length, queries.flatMap(({ account }) => account.rentals).length, bookings.length]).toEqual([
        2, 14, 150,
      ]);
      const arrivals = bookings.map(({ stay }) => stay.arrival);
      expect([Math.min(...arrivals) < today - 180, Math.max(...arrivals) > today + 120]).toEqual([true, true]);
      const kinds = Object.groupBy(bookings, ({ stay }) => stay.kind);
      expect([kinds.hold?.length, kinds.unavailable?.length, kinds.canceled?.length]).toEqual([5, 9, 12]);
    }
  });

  test("depends only on the day and the seed", () => {
    const [one, same, other] = [1, 1, 2].map((seed) => planDemo({ today: dayOf("2028-02-29"), seed }));
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
    expect(planDemo({ today: dayOf("2028-03-01"), seed: 1 })).not.toEqual(one);
  });
});
