import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";

/** Prices of stays of 1 to 30 nights, by arrival (epoch day); 0 where the stay is refused. */
export type LengthPrices = ReadonlyMap<number, readonly number[]>;

/** A range of guest numbers with the same prices. */
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
 * A rental's length-of-stay records with final prices (pricing.md §5), for each range of guest numbers.
 * The service computes them on each read. Keyed with nightly prices, because any price change affects them.
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
      return { currency, occupancies: fillGaps(occupancies) };
    },
  });
}

/** A day with fewer ranges takes its prices from the next lower range. */
function fillGaps(occupancies: readonly Occupancy[]): Occupancy[] {
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
