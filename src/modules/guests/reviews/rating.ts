import { formatHundredths } from "../../../core/hundredths.ts";
import { type Criteria, ratingsIn } from "./criteria.ts";

/** Places of the column: with two, a mean of many ratings would be rounded twice. */
const places = 8;

/**
 * The rating of a review as its column has it: what was given, in hundredths, else the mean of what its criteria got. Null without either.
 */
export function accurateRating(given: number | null | undefined, criteria: Criteria): string | null {
  if (typeof given === "number") return formatHundredths(given);
  const ratings = ratingsIn(criteria);
  if (ratings.length === 0) return null;
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  const digits = String(Math.round((sum * 10 ** (places - 2)) / ratings.length)).padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
