import { type DemoAccount, demoAccounts } from "../content/accounts.ts";
import { type PlannedBooking, planBooking } from "./plan-booking.ts";
import { type PlannedClient, planClients } from "./plan-clients.ts";
import { type PlannedConversation, planConversations } from "./plan-conversations.ts";
import { type PlannedPayment, planPayments } from "./plan-payments.ts";
import { type PlannedOpinions, planReviews } from "./plan-reviews.ts";
import { freeNights, type Nights, type PlannedStay, planStays } from "./plan-stays.ts";
import { Random } from "./random.ts";

/** What a demo follows from. */
export interface DemoDay {
  /** The day around which its two years lie (epoch day, UTC). */
  readonly today: number;
  /** The hour of that day at which the demo is made (UTC); 0 unless given. Only the hold that is about to expire goes by it. */
  readonly hour?: number;
  readonly seed: number;
}

/** What is to be in an account of the demo. Rentals and guests are named by their places in it. */
export interface AccountPlan {
  readonly account: DemoAccount;
  readonly clients: readonly PlannedClient[];
  /** In the order in which they were made. */
  readonly bookings: readonly PlannedBooking[];
  readonly conversations: readonly PlannedConversation[];
  readonly opinions: readonly PlannedOpinions[];
  readonly payments: readonly PlannedPayment[];
  /** Nights that nobody books. */
  readonly free: readonly (Nights & { readonly rental: number })[];
}

/** How many bookings there are in all. */
const bookingsInAll = 150;

/** The whole demo of a day, before any of it is written: the same day and seed are the same demo, and the clock has no say. */
export function planDemo({ today, hour = 0, seed }: DemoDay): AccountPlan[] {
  const random = new Random(seed);
  const places = demoAccounts.map(({ rentals }) =>
    rentals.map(({ season, partOf }) => ({
      season,
      house: rentals.findIndex(({ attributes }) => attributes.name === partOf),
    })),
  );
  const stays = planStays(random, today, places, bookingsInAll);
  let first = 0;
  return demoAccounts.map((account) => {
    const from = first;
    first += account.rentals.length;
    const own = stays.filter(({ rental }) => rental >= from && rental < first);
    const clients = planClients(random, account);
    const bookings = planBookings(
      random,
      { today, hour },
      {
        account,
        clients: clients.length,
        stays: own.map((stay) => ({ ...stay, rental: stay.rental - from })),
      },
    );
    return {
      account,
      clients,
      bookings,
      conversations: planConversations(bookings, today),
      opinions: planReviews(random, bookings, today),
      payments: planPayments(bookings, today),
      free: account.rentals.flatMap((_, rental) => freeNights(rental, today).map((nights) => ({ rental, ...nights }))),
    };
  });
}

/** Every guest has a first booking before any has a second one, as far as the bookings go. */
function planBookings(
  random: Random,
  made: { readonly today: number; readonly hour: number },
  {
    account,
    clients,
    stays,
  }: { readonly account: DemoAccount; readonly clients: number; readonly stays: readonly PlannedStay[] },
): PlannedBooking[] {
  const everybody = Array.from({ length: clients }, (_, client) => client);
  const waiting = random.shuffled(everybody);
  const known = new Set<number>();
  return stays.map((stay) => {
    const rental = account.rentals[stay.rental];
    if (!rental) throw new Error(`The demo plans a stay in rental ${stay.rental}, which it does not have.`);
    const client = (stay.kind === "unavailable" ? undefined : waiting.pop()) ?? random.pick(everybody);
    const booking = planBooking(random, { stay, rental, account, client, returning: known.has(client), ...made });
    if (booking.visit) known.add(client);
    return booking;
  });
}
