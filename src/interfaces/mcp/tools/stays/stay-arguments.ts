import { currencies } from "../../../../core/currencies.ts";
import { formatDay } from "../../../../core/day.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import type { Arguments } from "../arguments.ts";
import { choiceIn, needStayDay } from "../plain-arguments.ts";

/** The arguments that describe a stay. */
export const stayProperties = {
  arrival: { type: "string", format: "date", description: "The day of arrival." },
  departure: {
    type: "string",
    format: "date",
    description: "The day of departure.",
  },
  adults: {
    type: "integer",
    minimum: 1,
    maximum: 100,
    description: "Defaults to as many as the rental sleeps.",
  },
  children: {
    type: "integer",
    minimum: 0,
    maximum: 100,
    description: "Requires adults. Every child counts as a guest, babies too.",
  },
  currency: {
    type: "string",
    pattern: "^[A-Z]{3}$",
    description: "Converts prices to it. Defaults to each rental's own.",
  },
};

/** The names that the API uses for the days of a stay. */
export const stayAliases = { start_at: "arrival", end_at: "departure" };

/** The requested stay, repeated in the result. */
export interface RequestedStay {
  readonly arrival: string;
  readonly departure: string;
  readonly nights: number;
  readonly adults?: number;
  readonly children?: number;
}

/** Reads the stay. @returns the stay and its search parameters */
export function stayIn(args: Arguments): { stay: RequestedStay; parameters: Map<string, string> } {
  const [arrival, departure] = [needStayDay(args, "arrival"), needStayDay(args, "departure")];
  if (departure <= arrival) throw invalidParams("Invalid params: departure must be after arrival.");
  const parameters = new Map([
    ["start_at", formatDay(arrival)],
    ["end_at", formatDay(departure)],
  ]);
  const guests: { adults?: number; children?: number } = {};
  for (const name of ["adults", "children"] as const) {
    if (args.get(name) === undefined) continue;
    guests[name] = args.integer(name, 0, 0);
    parameters.set(name, String(guests[name]));
  }
  const currency = choiceIn(args, "currency", currencies);
  if (currency !== undefined) parameters.set("exchange_to_currency", currency);
  const days = { arrival: formatDay(arrival), departure: formatDay(departure) };
  return { stay: { ...days, nights: departure - arrival, ...guests }, parameters };
}
