import {
  ApiError,
  Conflict,
  NetworkError,
  NotFound,
  PreconditionFailed,
  RateLimited,
  RoostError,
  ServiceUnavailable,
  Unauthorized,
} from "@roost/client";
import type { Translate } from "../i18n/translate.ts";
import { ChangedMeanwhile } from "./conflict/version.ts";

/** Describes an error in the person's language. Messages that only the API has are shown as they are. */
export function reasonOf(error: unknown, t: Translate): string {
  if (error instanceof PreconditionFailed || error instanceof ChangedMeanwhile) return t("conflict.again");
  if (!(error instanceof RoostError) || error instanceof NetworkError) return t("failure.text");
  if (error instanceof Unauthorized) return t("failure.signedOut");
  if (error instanceof NotFound) return t("failure.notThere");
  if (error instanceof RateLimited) return t("failure.tooMany");
  if (error instanceof ServiceUnavailable) return t("failure.unavailable");
  if (error instanceof Conflict) return t("failure.savedBefore");
  if (!(error instanceof ApiError)) return error.message;
  const details = error.problems.map(({ details }) => details).join(" ");
  if (error.status >= 500 || details === "")
    return t("failure.mistake", { request: error.requestId ?? String(error.status) });
  return capitalized(details);
}

/** The API's messages follow an attribute's name, so some begin with a small letter. */
export const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
