import { currencies } from "../../../../core/currencies.ts";
import { formatDay } from "../../../../core/day.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import type { Arguments } from "../arguments.ts";
import { choiceIn, needStayDay } from "../plain-arguments.ts";

/** The arguments by which a stay is named. */
export const stayProperties = {
  arrival: { type: "string", format: "date", description: "The day of arrival." },
  departure: {
    type: "string",
    format: "date",
    description: "The day of departure: the stay's last night is the one before.",
  },
  adults: {
    type: "integer",
    minimum: 1,
    maximum: 100,
    description: "Adults; as many as the rental sleeps when left out.",
  },
  children: {
    type: "integer",
    minimum: 0,
    maximum: 100,
    description: "Children, with adults. Their ages are not known: all pay the same, and a baby is a guest.",
  },
  currency: {
    type: "string",
    enum: currencies,
    description: "Prices in this currency, by the newest stored rates; each rental's own unless told.",
  },
};

/** What lists and the API call the days of a stay. */
export const stayAliases = { start_at: "arrival", end_at: "departure" };

/** The stay that is asked about, for an answer to repeat. */
export interface RequestedStay {
  readonly arrival: string;
  readonly departure: string;
  readonly nights: number;
  readonly adults?: number;
  readonly children?: number;
}

/** Reads the stay. @returns it, and the parameters of a search that mean it */
export function stayIn(args: Arguments): { stay: RequestedStay; parameters: Map<string, string> } {
  const [arrival, departure] = [needStayDay(args, "arrival"), needStayDay(args, "departure")];
  if (departure <= arrival) throw invalidParams("Invalid params: departure must lie after arrival.");
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
