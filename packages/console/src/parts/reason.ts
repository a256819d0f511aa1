import { ApiError, NetworkError, NotFound, RateLimited, RoostError, ServiceUnavailable } from "@roost/client";
import type { AllWords } from "../words/words.tsx";

/** Why something failed and what to do, in the person's language; what only the service can say stands in its own words. */
export function reasonOf(error: unknown, { failure }: AllWords): string {
  if (!(error instanceof RoostError) || error instanceof NetworkError) return failure.text;
  if (error instanceof NotFound) return failure.notThere;
  if (error instanceof RateLimited) return failure.tooMany;
  if (error instanceof ServiceUnavailable) return failure.unavailable;
  if (!(error instanceof ApiError)) return error.message;
  if (error.status >= 500) return failure.mistake(error.requestId ?? String(error.status));
  const said = error.problems.map(({ details }) => details).join(" ");
  return said === "" ? error.message : said;
}
