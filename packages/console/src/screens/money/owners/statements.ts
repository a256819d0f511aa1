import type { components } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { amountOf, minorOf } from "../../../components/record-payment.ts";

/** A rental's month (docs/concepts/statements.md). */
export type Statement = components["schemas"]["owner_statements"];
export type StatementTotal = Statement["totals"][number];
export type StatementStay = Statement["stays"][number];

/** The amounts that the console shows of a statement, in its order: together they are the guests' price. */
export const shareNames = [
  ...([
    "taxes",
    "commission",
    "payment_charge_commission",
    "disputes_lost",
    "kept_by_manager",
    "payback_to_owner",
  ] as const),
] as const;
export type ShareName = (typeof shareNames)[number];
export type AmountName = ShareName | "final_price" | "disputes_open";

/** Rentals in one request. */
const maxRentals = 100;

/** The statements of rentals, by rental. */
export function useStatements(rentals: readonly number[] | undefined, month: string) {
  const { client, account } = useSession();
  return useQuery({
    // Changed bookings change their statements.
    queryKey: [account.id, "bookings", "statements", month, rentals],
    enabled: rentals !== undefined,
    queryFn: async ({ signal }) => {
      const found = new Map<number, Statement>();
      for (let from = 0; from < (rentals ?? []).length; from += maxRentals) {
        const query = { rental_id: (rentals ?? []).slice(from, from + maxRentals), month };
        const { data } = await client.GET("/owner_statements", { params: { query }, signal });
        for (const statement of data.owner_statements) found.set(statement.links.rental, statement);
      }
      return found;
    },
    placeholderData: (before) => before,
  });
}

/** Sums by currency. Currencies are never added together. */
export interface Sum {
  readonly currency: string;
  readonly nights: number;
  readonly amounts: Readonly<Record<AmountName, number>>;
}

/** Adds up the totals of statements in minor units, since decimal fractions do not add up exactly. */
export function sumsOf(statements: readonly Statement[]): readonly Sum[] {
  const totals = Map.groupBy(
    statements.flatMap(({ totals }) => totals),
    ({ currency }) => currency,
  );
  return [...totals].map(([currency, group]) => {
    const sum = (name: AmountName) =>
      amountOf(
        group.reduce((minor, total) => minor + minorOf(total[name], currency), 0),
        currency,
      );
    return {
      currency,
      nights: group.reduce((nights, total) => nights + total.nights, 0),
      amounts: {
        final_price: sum("final_price"),
        taxes: sum("taxes"),
        commission: sum("commission"),
        payment_charge_commission: sum("payment_charge_commission"),
        disputes_lost: sum("disputes_lost"),
        disputes_open: sum("disputes_open"),
        kept_by_manager: sum("kept_by_manager"),
        payback_to_owner: sum("payback_to_owner"),
      },
    };
  });
}

/** The earliest time at which an owner's statements were mailed; undefined while one is open. */
export function mailedAt(statements: readonly Statement[]): string | undefined {
  const times = statements.map(({ mailed_at }) => mailed_at);
  return times.length > 0 && times.every((time) => time != null)
    ? times.filter((time) => time != null).sort()[0]
    : undefined;
}
