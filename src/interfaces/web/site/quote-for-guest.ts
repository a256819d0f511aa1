import type { FastifyRequest } from "fastify";
import type { Site } from "../../../modules/guests/sites/find-site.ts";
import {
  quoteSiteStay,
  type RequestedStay,
  type SiteQuote,
} from "../../../modules/stays/site-bookings/quote-site-stay.ts";
import { secretCookie } from "../cookies.ts";
import type { WebDependencies } from "../dependencies.ts";
import { visitorOf } from "./visitor.ts";

/**
 * Quotes a stay for the guest of a request: the nights that their browser holds itself are free.
 * @returns undefined for a rental that is not on the site
 */
export function quoteForGuest(
  { cache, clock, secrets }: Pick<WebDependencies, "cache" | "clock" | "secrets">,
  request: FastifyRequest,
  { account, scope }: Site,
  rental: number,
  requested: RequestedStay,
): Promise<SiteQuote | undefined> {
  const visit = secretCookie(request, "roost_visit");
  const visitor = visit ? visitorOf(request, visit, secrets.linkKey).visitor : null;
  const context = { account, cache, now: clock(), visitor };
  return scope.transaction((transaction) => quoteSiteStay({ ...context, transaction }, rental, requested), "read");
}
