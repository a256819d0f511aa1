import { ApiError, NetworkError, NotFound, RateLimited, RoostError, ServiceUnavailable } from "@roost/client";
import type { Translate } from "../i18n/translate.ts";

/** Why something failed and what to do, in the person's language; what only the service can say stands in its own words. */
export function reasonOf(error: unknown, t: Translate): string {
  if (!(error instanceof RoostError) || error instanceof NetworkError) return t("failure.text");
  if (error instanceof NotFound) return t("failure.notThere");
  if (error instanceof RateLimited) return t("failure.tooMany");
  if (error instanceof ServiceUnavailable) return t("failure.unavailable");
  if (!(error instanceof ApiError)) return error.message;
  if (error.status >= 500) return t("failure.mistake", { request: error.requestId ?? String(error.status) });
  const said = error.problems.map(({ details }) => details).join(" ");
  return said === "" ? error.message : said;
}
