import { seedAmenities } from "../amenities/seed-amenities.ts";
import { formatDay, instantOnDay } from "../core/day.ts";
import type { Transaction } from "../database/transaction.ts";
import { Catalogue } from "../kernel/catalogue.ts";
import { HouseMemory } from "../kernel/memory.ts";
import { readAccountSettings } from "../kernel/write/context.ts";
import { ownApplication } from "../oauth/own-application.ts";
import { everyScope } from "../oauth/scope-list.ts";
import { resources, routes } from "../registry.ts";
import { type DemoAccount, demoAccounts } from "./accounts.ts";
import { backdate } from "./backdate.ts";
import { Counter } from "./counter.ts";
import { type PlannedStay, planStays } from "./plan-stays.ts";
import { Random } from "./random.ts";
import { openDemoAccount, seedAccountParts } from "./seed-account.ts";
import { seedBookings } from "./seed-bookings.ts";
import { seedClients } from "./seed-clients.ts";
import { seedDestinations } from "./seed-reference.ts";
import { publish, type References, seedRental, type SeededRental } from "./seed-rental.ts";

/** What a demo follows from. */
export interface DemoDay {
  /** The day around which its two years lie (epoch day, UTC). */
  readonly today: number;
  readonly seed: number;
}

/** How many bookings there are in all. */
const bookingsInAll = 150;

/** The accounts were opened so many days ago. */
const age = 800;

/** Days ahead for which their rates tables have seasons: those for which prices are given. */
const ratesReach = 1095;

/**
 * Makes the demo in a database without accounts: everything follows from the day and the seed. What the API can make is made by its
 * own routes, the rest by SQL; the caller's transaction makes it one piece.
 */
export async function seedDemo(transaction: Transaction, day: DemoDay): Promise<void> {
  const random = new Random(day.seed);
  const references = { amenities: await seedAmenities(transaction), destinations: await seedDestinations(transaction) };
  const application = await ownApplication(transaction);
  const seasons = demoAccounts.flatMap((account) => account.rentals.map(({ season }) => season));
  const stays = planStays(random, day.today, seasons, bookingsInAll);
  let first = 0;
  for (const account of demoAccounts) {
    const [from, to] = [first, first + account.rentals.length];
    const own = stays.filter(({ rental }) => rental >= from && rental < to);
    await seedAccount(transaction, random, day, { account, application, references, stays: own, first });
    first = to;
  }
}

async function seedAccount(
  transaction: Transaction,
  random: Random,
  { today }: DemoDay,
  plan: {
    readonly account: DemoAccount;
    readonly application: number;
    readonly references: References;
    readonly stays: readonly PlannedStay[];
    /** Where the account's rentals begin among those of all accounts. */
    readonly first: number;
  },
): Promise<void> {
  const { account, application, references } = plan;
  const opened = instantOnDay(today - age, 9);
  const id = await openDemoAccount(transaction, account, application);
  const counter = new Counter(
    {
      transaction,
      caller: { accounts: [id], application, scopes: new Set(everyScope), publishedOnly: false },
      account: await readAccountSettings(transaction, id),
      catalogue: new Catalogue(resources),
      memory: new HouseMemory(),
      now: opened,
    },
    routes,
  );
  const reach = [formatDay(today - age), formatDay(today + ratesReach)] as const;
  const parts = await seedAccountParts(counter.at(instantOnDay(today, 0)), account, "2020-01-01", reach);
  const rentals: SeededRental[] = [];
  for (const data of account.rentals) rentals.push(await seedRental(counter, data, account.locales, parts, references));
  await publish(transaction, id, rentals, formatDay(today - age + 7));
  const clients = await seedClients(counter, random, account);
  const stays = plan.stays.flatMap((stay) => {
    const rental = rentals[stay.rental - plan.first];
    return rental ? [{ stay, rental }] : [];
  });
  const dated = await seedBookings(counter, random, today, parts, clients, stays);
  await backdate(transaction, id, { ...dated, opened, now: instantOnDay(today, 0) });
}
