import Type, { type TSchema } from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { badRequest } from "../../../kernel/errors.ts";
import type { RawParameters } from "../../../kernel/read/query.ts";
import { integerValue } from "../../../kernel/values/number.ts";
import { oneOfValue } from "../../../kernel/values/text.ts";
import { booleanValue } from "../../../kernel/values/time.ts";
import { type Accepted, problem, type ValueType } from "../../../kernel/values/value-type.ts";
import { stayMomentInput } from "../bookings/stay-moment.ts";

/** A search parameter that is not one of the list's filters. */
export class StayParameter<T> {
  readonly name: string;
  readonly schema: TSchema;
  readonly description: string;
  private readonly accept: (input: unknown) => Accepted<T>;

  constructor(name: string, type: Pick<ValueType<T>, "accept" | "writeSchema">, description: string) {
    this.name = name;
    this.schema = type.writeSchema;
    this.description = description;
    this.accept = (input) => type.accept(input);
  }

  /** Reads the parameter's value, if present. @throws RequestError 400 naming it */
  in(raw: RawParameters): T | undefined {
    const text = raw.get(this.name);
    if (text === undefined) return undefined;
    const accepted = this.accept(text.trim());
    if ("problem" in accepted) throw badRequest(`The parameter ${this.name} ${accepted.problem}.`);
    return accepted.value;
  }
}

/** A corner of a map, in degrees. */
export interface Corner {
  readonly lat: number;
  readonly lng: number;
}

export const sortings = ["price", "sleeps", "sleeps_max", "bedrooms_count"] as const;

const corner = {
  writeSchema: Type.String({ pattern: "^ *-?\\d+(\\.\\d+)? *, *-?\\d+(\\.\\d+)? *$" }),
  accept(input: unknown): Accepted<Corner> {
    const match = /^(-?\d{1,3}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(String(input));
    const [lat, lng] = [Number(match?.[1]), Number(match?.[2])];
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { value: { lat, lng } };
    return problem('must be "latitude, longitude" in degrees, such as 45.02, 6.6');
  },
};

const price = integerValue({ min: 0 });

/** The registry's parameters for the stay, its price and the sort order (pricing.md §6). */
export const stayParameters = {
  startAt: new StayParameter(
    "start_at",
    stayMomentInput,
    "Arrival, like a booking's. Finds rentals free until end_at, with prices.",
  ),
  endAt: new StayParameter("end_at", stayMomentInput, "Departure, at most 1096 nights after start_at."),
  adults: new StayParameter(
    "adults",
    integerValue({ min: 1, max: 100 }),
    "Adults to price. Without guests, as many as the rental sleeps. More guests than the rental takes, children included, are refused.",
  ),
  children: new StayParameter("children", integerValue({ min: 0, max: 100 }), "Children to price. Needs adults."),
  includeNotAvailable: new StayParameter(
    "include_not_available",
    booleanValue(),
    "Includes rentals that are not free or refuse the stay, with the price it would have. See available and refusals.",
  ),
  includeTentative: new StayParameter("include_tentative", booleanValue(), "Treat tentative holds as free."),
  exchangeToCurrency: new StayParameter(
    "exchange_to_currency",
    oneOfValue(currencies, "one of the currencies"),
    "Returns and compares amounts in this currency, at the newest stored rates. Embedded records keep their own.",
  ),
  minPrice: new StayParameter("min_price", price, "Minimum final_price; without dates, minimum min_price."),
  maxPrice: new StayParameter("max_price", price, "Maximum final_price; without dates, maximum max_price."),
  sort: new StayParameter(
    "sort",
    oneOfValue(sortings),
    "Sorts by final_price (without dates, min_price) or another attribute. Unknown values come last; ties are sorted by id. Defaults to id.",
  ),
  direction: new StayParameter("direction", oneOfValue(["asc", "desc"]), "Defaults to asc."),
  southWest: new StayParameter("bb_sw", corner, '"latitude, longitude" of a map\'s south-western corner. Needs bb_ne.'),
  northEast: new StayParameter("bb_ne", corner, "The map's north-eastern corner. The map may cross the 180° meridian."),
};
