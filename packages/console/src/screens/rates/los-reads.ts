import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";

/** What guests pay for 1, 2, … 30 nights, by the day of arrival (epoch days); 0 where such a stay is refused. */
export type LengthPrices = ReadonlyMap<number, readonly number[]>;

/** Numbers of guests who pay the same, whenever they come. */
export interface Occupancy {
  readonly from: number;
  readonly to: number;
  readonly prices: LengthPrices;
}

export interface Lengths {
  readonly currency: string;
  readonly occupancies: readonly Occupancy[];
}

const fields = ["day", "min_occupancy", "max_occupancy", "currency", "rates"] as const;

/**
 * The length-of-stay records of a rental with all that guests pay (pricing.md §5), for each number of guests that some day tells apart. They
 * are computed with each read. Whatever changes a price changes them: they are read again with the nights' prices.
 */
export function useLengths(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "nightly_rate_maps", "lengths of stay", rental],
    queryFn: async ({ signal }): Promise<Lengths> => {
      const query = { rental_id: [rental], kinds: ["final_price" as const], fields: [...fields] };
      const groups = new Map<number, { to: number; prices: Map<number, readonly number[]> }>();
      let currency = "";
      for await (const record of client.records("/los_records", { params: { query }, signal })) {
        currency = record.currency;
        const group = groups.get(record.min_occupancy) ?? { to: 0, prices: new Map<number, readonly number[]>() };
        group.to = Math.max(group.to, record.max_occupancy);
        group.prices.set(dayOf(record.day), record.rates.map(Number));
        groups.set(record.min_occupancy, group);
      }
      const occupancies = [...groups].map(([from, group]) => ({ from, ...group })).sort((a, b) => a.from - b.from);
      return { currency, occupancies: withoutGaps(occupancies) };
    },
  });
}

/** A day that tells fewer numbers of guests apart has its prices in a group that begins below. */
function withoutGaps(occupancies: readonly Occupancy[]): Occupancy[] {
  const days = [...(occupancies[0]?.prices.keys() ?? [])];
  return occupancies.map(({ from, to }, index) => {
    const below = occupancies.slice(0, index + 1).toReversed();
    const prices = days.map((day): [number, readonly number[]] => [
      day,
      below.find((group) => group.prices.has(day))?.prices.get(day) ?? [],
    ]);
    return {
      from,
      to: Math.max(from, Math.min(to, (occupancies[index + 1]?.from ?? to + 1) - 1)),
      prices: new Map(prices),
    };
  });
}
