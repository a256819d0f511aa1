import { acceptedLanguage, type Language, languages } from "@roost/messages/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import type { ApplicationCache } from "../../../kernel/application-cache.ts";
import { notFound } from "../../../kernel/errors.ts";
import { textIn } from "../../../kernel/values/shown-text.ts";
import type { Translations } from "../../../kernel/values/structure.ts";
import { findSite, type Site } from "../../../modules/guests/sites/find-site.ts";
import { type Speech, speechIn } from "../pages/speech.ts";
import { allowSiteFiles } from "./site-headers.ts";
import { countAccount, countAddress } from "./site-limits.ts";
import { linksFor, type SiteLinks } from "./site-links.ts";

/** Dependencies of finding a site; see `WebDependencies`. */
export interface SiteDependencies {
  readonly database: Database;
  readonly cache: ApplicationCache;
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** A site in a guest's language, with the addresses of its pages. */
export interface OpenedSite {
  readonly site: Site;
  readonly speech: Speech;
  readonly links: SiteLinks;
}

/** The parameters of every path below a site's language. */
export interface SitePath {
  readonly Params: { readonly address: string; readonly language: string };
}

/**
 * Opens the site of a path `/stay/:address/:language/…`.
 * @throws RequestError 429 over a limit; 404, the same for an unknown address, a site that is switched off and an unknown language
 */
export async function openSite(
  dependencies: SiteDependencies,
  request: FastifyRequest<SitePath>,
  reply: FastifyReply,
): Promise<OpenedSite> {
  const { address, language: requested } = request.params;
  const { site, links } = await countedSite(dependencies, request, reply, address);
  const language = languages.find((candidate) => candidate === requested);
  if (!language) throw siteNotFound();
  allowSiteFiles(reply);
  return { site, speech: speechIn(language), links };
}

/** Finds a site and counts the request for it. @throws RequestError 404, or 429 over a limit */
export async function countedSite(
  { database, cache, clock, baseUrl }: SiteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<Pick<OpenedSite, "site" | "links">> {
  const counted = { cache, now: clock(), reply };
  countAddress(request, counted);
  const site = await findSite(database, address);
  if (!site) throw siteNotFound();
  countAccount(site.account, counted);
  return { site, links: linksFor(site.settings, request, baseUrl) };
}

/** One answer for everything that guests cannot see, so that addresses cannot be enumerated. */
export const siteNotFound = () => notFound("Page not found. Check that you have the full link.");

/** The language of a guest who has not chosen one: the browser's. */
export const languageOfBrowser = (request: FastifyRequest): Language =>
  acceptedLanguage(request.headers["accept-language"]);

/** A text of the site in its guest's language, else in the account's. */
export function siteText({ site, speech }: OpenedSite, texts: Translations): string | undefined {
  return textIn(texts, speech.language, site.settings.business.defaultLocale);
}
