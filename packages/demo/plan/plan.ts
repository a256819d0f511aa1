import { type DemoAccount, demoAccounts } from "../content/accounts.ts";
import { type PlannedBooking, planBooking } from "./plan-booking.ts";
import { type PlannedClient, planClients } from "./plan-clients.ts";
import { type PlannedConversation, planConversations } from "./plan-conversations.ts";
import { type PlannedPayment, planPayments } from "./plan-payments.ts";
import { type PlannedOpinions, planReviews } from "./plan-reviews.ts";
import { freeNights, type Nights, type PlannedStay, planStays } from "./plan-stays.ts";
import { Random } from "./random.ts";

/** The input of a demo. */
export interface DemoDay {
  /** The day in the middle of its two years (epoch day, UTC). */
  readonly today: number;
  /** The hour at which the demo is created (UTC); 0 by default. Only the hold that is about to expire depends on it. */
  readonly hour?: number;
  readonly seed: number;
}

/** The contents of a demo account. Rentals and guests are referenced by index. */
export interface AccountPlan {
  readonly account: DemoAccount;
  readonly clients: readonly PlannedClient[];
  /** In the order of creation. */
  readonly bookings: readonly PlannedBooking[];
  readonly conversations: readonly PlannedConversation[];
  readonly opinions: readonly PlannedOpinions[];
  readonly payments: readonly PlannedPayment[];
  /** Nights that stay free. */
  readonly free: readonly (Nights & { readonly rental: number })[];
}

/** The total number of bookings. */
const bookingsInAll = 150;

/** Plans the whole demo before writing any of it. The same day and seed give the same demo. */
export function planDemo({ today, hour = 0, seed }: DemoDay): AccountPlan[] {
  const random = new Random(seed);
  const rentalsByAccount = demoAccounts.map(({ rentals }) =>
    rentals.map(({ season, partOf }) => ({
      season,
      house: rentals.findIndex(({ attributes }) => attributes.name === partOf),
    })),
  );
  const stays = planStays(random, today, rentalsByAccount, bookingsInAll);
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

/** Gives every guest a first booking before any gets a second, as far as possible. */
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
    if (!rental) throw new Error(`The demo plans a stay in the unknown rental ${stay.rental}.`);
    const client = (stay.kind === "unavailable" ? undefined : waiting.pop()) ?? random.pick(everybody);
    const booking = planBooking(random, { stay, rental, account, client, returning: known.has(client), ...made });
    if (booking.visit) known.add(client);
    return booking;
  });
}
