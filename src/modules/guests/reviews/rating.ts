import { formatHundredths } from "../../../core/hundredths.ts";
import { type Criteria, ratingsIn } from "./criteria.ts";

/** The column's decimal places. With only two, an average of averages would be rounded twice. */
const decimals = 8;

/** A review's rating for its column: the sent one (in hundredths), otherwise the mean of its criteria. Null without either. */
export function accurateRating(input: number | null | undefined, criteria: Criteria): string | null {
  if (typeof input === "number") return formatHundredths(input);
  const ratings = ratingsIn(criteria);
  if (ratings.length === 0) return null;
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  const digits = String(Math.round((sum * 10 ** (decimals - 2)) / ratings.length)).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
