import { demoAccounts } from "@roost/demo/content/accounts.ts";
import { type AccountPlan, type DemoDay, planDemo } from "@roost/demo/plan/plan.ts";
import { formatDay, instantOnDay } from "../../core/day.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import { queueJob } from "../../kernel/write/jobs/job.ts";
import { ownApplication } from "../../modules/platform/access/applications/own-application.ts";
import { seedAmenities } from "../../modules/reference/amenities/seed-amenities.ts";
import { routes } from "../registry.ts";
import { backdate } from "./backdate.ts";
import { backdateMessages } from "./backdate-messages.ts";
import { demoContext, type Surroundings } from "./demo-context.ts";
import { makeDemoHistory } from "./history-job.ts";
import { drawDemoPictures } from "./pictures/picture-job.ts";
import { InProcessApi } from "./seed/in-process-api.ts";
import { openDemoAccount, seedAccountParts } from "./seed/seed-account.ts";
import { seedBookings } from "./seed/seed-bookings.ts";
import { seedCalendarFeed, seedLinks } from "./seed/seed-links.ts";
import { seedMessages } from "./seed/seed-messages.ts";
import { seedGateway, seedPayments } from "./seed/seed-payments.ts";
import { seedPayouts } from "./seed/seed-payouts.ts";
import { seedPeople } from "./seed/seed-people.ts";
import { backdatePolicies, seedPolicies } from "./seed/seed-policies.ts";
import { seedDestinations } from "./seed/seed-reference.ts";
import { publish, type References, type SeededRental, seedRental } from "./seed/seed-rental.ts";
import { seedRules } from "./seed/seed-rules.ts";
import { seedSite } from "./seed/seed-site.ts";

/** The age of the demo's accounts. */
const accountAgeDays = 800;

/** The rates tables have seasons this far ahead: as far as prices are served. */
const ratesAheadDays = 1095;

/** Receives the number of bookings made and in total. */
export type SeedingProgress = (bookings: number, total: number) => void;

/**
 * Seeds a database without accounts from the day's plan, within the caller's transaction. It uses the API's own routes where possible, and SQL
 * otherwise.
 */
export async function seedDemo(
  transaction: Transaction,
  surroundings: Surroundings,
  day: DemoDay,
  progress: SeedingProgress = () => undefined,
): Promise<void> {
  const references = { amenities: await seedAmenities(transaction), destinations: await seedDestinations(transaction) };
  const application = await ownApplication(transaction);
  transaction.causedBy({ actor: `Application:${application}` });
  const plans = planDemo(day);
  const total = plans.reduce((sum, { bookings }) => sum + bookings.length, 0);
  let made = 0;
  const booked = (): void => progress(++made, total);
  for (const plan of plans)
    await seedAccount(transaction, surroundings, day, { plan, application, references, booked });
}

async function seedAccount(
  transaction: Transaction,
  surroundings: Surroundings,
  { today, seed }: DemoDay,
  {
    plan,
    application,
    references,
    booked,
  }: {
    readonly plan: AccountPlan;
    readonly application: number;
    readonly references: References;
    readonly booked: () => void;
  },
): Promise<void> {
  const { account } = plan;
  const opened = instantOnDay(today - accountAgeDays, 9);
  const now = instantOnDay(today, 0);
  const id = await openDemoAccount(transaction, account, application);
  const counter = new InProcessApi(
    await demoContext(transaction, surroundings, { account: id, application, now: opened }),
    routes,
  );
  const reach = [formatDay(today - accountAgeDays), formatDay(today + ratesAheadDays)] as const;
  const parts = await seedAccountParts(counter.at(now), account, reach[0], reach);
  const people = await seedPeople(counter, account);
  const rentals: SeededRental[] = [];
  for (const data of account.rentals)
    rentals.push(await seedRental(counter, data, account.locales, parts, { ...references, people }));
  await publish(transaction, id, rentals, formatDay(today - accountAgeDays + 7));
  await seedPolicies(counter, rentals, account.locales);
  await seedSite(counter, account, rentals);
  await seedLinks(counter, rentals);
  await seedCalendarFeed(counter, rentals, account.sources.at(-1)?.name ?? account.name);
  const gateway = await seedGateway(counter, [...new Set(account.fees.map(({ currency }) => currency))]);
  const clients: number[] = [];
  for (const client of plan.clients) clients.push(await counter.create("/clients", "clients", client));
  const dated = await seedBookings(counter, plan.bookings, rentals, { account: parts, clients, booked });
  const paying = { account: id, bookings: dated.bookings, gateway };
  const payments = await seedPayments(counter, transaction, plan.payments, paying);
  await seedPayouts(transaction, id, { payments, gateway, today });
  const seeded = { account: id, bookings: dated.bookings, clients, rentals, people, parts };
  const messages = await seedMessages(counter, transaction, plan, seeded);
  // Last, so that the payments above plan nothing again.
  const ruled = { planned: plan.bookings, bookings: dated.bookings, template: people.template, today };
  await seedRules(counter.at(now), account, ruled);
  await backdate(transaction, id, { ...dated, opened, now });
  await backdateMessages(transaction, id, now);
  await backdatePolicies(transaction, id, opened);
  const pictureTargets = {
    seed,
    place: demoAccounts.indexOf(account),
    rentals: rentals.map((rental) => rental.id),
    messages,
  };
  await queueJob({ transaction, account: { id } }, drawDemoPictures, pictureTargets);
  const [, , mispriced] = rentals;
  if (mispriced) await queueJob({ transaction, account: { id } }, makeDemoHistory, { rental: mispriced.id });
}
