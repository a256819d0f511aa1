import { useQueries } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { textOf } from "../../components/days.ts";
import { type Guests, type Quote, quoteQuery } from "../../components/quote.ts";

/** A stay to simulate. Days are epoch days. */
export interface Simulated extends Guests {
  readonly arrival: number;
  readonly departure: number;
}

/** Shifts of the arrival to try, in days. */
const shifts: readonly number[] = [-3, -2, -1, 1, 2, 3, 4, 5, 6, 7];

/** Variations of a refused stay that differ in one way: the length or guests that a refusal names, a longer stay, or another arrival. */
export function variationsOf(stay: Simulated, quote: Quote, today: number): Simulated[] {
  const { arrival, departure } = stay;
  const others: Simulated[] = [];
  for (const { kind, nights, guests } of quote.refusals ?? []) {
    if (kind === "minimum_stay" && nights) others.push({ ...stay, departure: arrival + nights });
    if (kind === "sleeps_max" && guests) others.push({ ...stay, adults: Math.min(stay.adults, guests), children: 0 });
  }
  for (const more of [1, 2, 3]) others.push({ ...stay, departure: departure + more });
  for (const shift of shifts)
    if (arrival + shift >= today) others.push({ ...stay, arrival: arrival + shift, departure: departure + shift });
  const byDates = new Map(others.map((one) => [`${textOf(one.arrival)} ${textOf(one.departure)} ${one.adults}`, one]));
  return [...byDates.values()];
}

/** The bookable ones of some stays, with their quotes from the service. */
export function useBookable(rental: number, stays: readonly Simulated[]) {
  const { client, account } = useSession();
  const answers = useQueries({
    queries: stays.map(({ adults, children, ...dates }) =>
      quoteQuery(client, account.id, { rental, ...dates }, { adults, children }),
    ),
  });
  const found = stays.flatMap((stay, index) => {
    const quote = answers[index]?.data;
    return quote?.available === true ? [{ stay, quote }] : [];
  });
  return { found, reads: answers };
}
