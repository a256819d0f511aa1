import Type, { type TSchema } from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { dayOfInstant, parseDay } from "../../../core/day.ts";
import { badRequest } from "../../../kernel/errors.ts";
import type { RawParameters } from "../../../kernel/read/query.ts";
import { integerValue } from "../../../kernel/values/number.ts";
import { oneOfValue } from "../../../kernel/values/text.ts";
import { booleanValue, parseInstant } from "../../../kernel/values/time.ts";
import { type Accepted, problem, type ValueType } from "../../../kernel/values/value-type.ts";

/** A parameter that a search has beside the filters of a list: how its text is read, and what it means. */
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

  /** What a request says of it; undefined when nothing. @throws RequestError 400, naming it */
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

/** The UTC date of a time, or a date: nights are counted in UTC dates (bookings.md, States). Epoch days. */
const stayDay = {
  writeSchema: Type.Union([Type.String({ format: "date-time" }), Type.String({ format: "date" })]),
  accept(input: unknown): Accepted<number> {
    const text = String(input);
    const instant = parseInstant(text);
    const day = parseDay(text) ?? (instant === undefined ? undefined : dayOfInstant(instant));
    return day === undefined ? problem("must be a time such as 2027-01-04T16:00:00Z, or a date") : { value: day };
  },
};

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

/** The parameters of the registry that are about a stay, its price, and the order of what is found (pricing.md §6). */
export const stayParameters = {
  startAt: new StayParameter("start_at", stayDay, "Arrival: rentals free from here to end_at, each with its prices."),
  endAt: new StayParameter("end_at", stayDay, "Departure, at most 1096 nights after start_at."),
  adults: new StayParameter(
    "adults",
    integerValue({ min: 1, max: 100 }),
    "Adults to price; as many as the rental sleeps, if no guests are named. With children, more than the rental takes are refused.",
  ),
  children: new StayParameter("children", integerValue({ min: 0, max: 100 }), "Children to price; with adults."),
  includeNotAvailable: new StayParameter(
    "include_not_available",
    booleanValue(),
    "Also rentals that are not free or refuse the stay, with what it would cost: see available and refusals.",
  ),
  includeTentative: new StayParameter("include_tentative", booleanValue(), "Treat tentative holds as free."),
  exchangeToCurrency: new StayParameter(
    "exchange_to_currency",
    oneOfValue(currencies, "one of the currencies"),
    "Answer and compare amounts in this currency, by the newest stored rates. What is embedded stays in its own.",
  ),
  minPrice: new StayParameter("min_price", price, "final_price at or above this; without dates, min_price."),
  maxPrice: new StayParameter("max_price", price, "final_price at or below this; without dates, max_price."),
  sort: new StayParameter(
    "sort",
    oneOfValue(sortings),
    "By final_price (without dates min_price) or another attribute; unknown values last, equal ones by id. By id unless given.",
  ),
  direction: new StayParameter("direction", oneOfValue(["asc", "desc"]), "asc unless given."),
  southWest: new StayParameter(
    "bb_sw",
    corner,
    '"latitude, longitude" of the south-western corner of a map; with bb_ne.',
  ),
  northEast: new StayParameter("bb_ne", corner, "The north-eastern corner. A map may cross the 180° meridian."),
};
