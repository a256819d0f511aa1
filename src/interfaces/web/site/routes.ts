import type { FastifyInstance } from "fastify";
import { dayIn } from "../../../core/time-zone.ts";
import type { Translations } from "../../../kernel/values/structure.ts";
import { firstArrival } from "../../../modules/guests/sites/first-arrival.ts";
import { aboutAmounts } from "../../../modules/guests/sites/guest-currency.ts";
import { readRental } from "../../../modules/guests/sites/read-rental.ts";
import { searchSite } from "../../../modules/guests/sites/search-site.ts";
import { readChoices } from "../../../modules/guests/sites/site-choices.ts";
import { freePrice } from "../../../modules/stays/site-bookings/quote-site-stay.ts";
import type { WebDependencies } from "../dependencies.ts";
import { idInPath } from "../id-in-path.ts";
import { sendPage } from "../pages/answer.ts";
import { html } from "../pages/html.ts";
import { type OpenedSite, openSite, type SitePath, siteNotFound, siteText } from "./open-site.ts";
import { paragraphs } from "./paragraphs.ts";
import { quoteForGuest } from "./quote-for-guest.ts";
import { rentalPage } from "./rental/rental-page.ts";
import { homePage } from "./search/home-page.ts";
import { siteQuery, usualAdults } from "./search/site-query.ts";
import { sharedRoutes } from "./shared-routes.ts";
import { sitePage } from "./site-page.ts";

/** The booking sites, under `/stay/<address>` and on their own host names (guests.md, Booking; docs/guides/booking-site.md). */
export function siteRoutes(app: FastifyInstance, dependencies: WebDependencies): void {
  const { queries, cache, clock } = dependencies;
  sharedRoutes(app, dependencies);

  app.get<SitePath>("/stay/:address/:language", async (request, reply) => {
    const opened = await openSite(dependencies, request, reply);
    const { site } = opened;
    const now = clock();
    const today = await firstArrival(site, now);
    const query = siteQuery(request.query, today);
    const [choices, results] = await Promise.all([
      readChoices(site),
      searchSite(site, query.search, { queries, cache, now }),
    ]);
    const currencies = results.rentals.map(({ currency }) => currency);
    const shown = { about: await aboutAmounts(site, currencies, query.currency, now), currency: query.currency };
    return sendPage(reply, homePage(opened, { query, choices, results, shown, today }));
  });

  app.get<SitePath>("/stay/:address/:language/rentals/:rental", async (request, reply) => {
    const opened = await openSite(dependencies, request, reply);
    const { site } = opened;
    const now = clock();
    const rental = await readRental(site, idInPath(request, "rental"), now);
    if (!rental) throw siteNotFound();
    const { id, facts } = rental;
    const today = dayIn(facts.time_zone, now);
    const query = siteQuery(request.query, today);
    const { stay, adults = usualAdults, children = 0 } = query.search;
    const [quote, about] = await Promise.all([
      stay && quoteForGuest(dependencies, request, site, id, { ...stay, adults, children, extras: new Map() }),
      aboutAmounts(site, [facts.currency], query.currency, now),
    ]);
    const box = { query, price: quote && freePrice(quote), shown: { about, currency: query.currency }, today };
    return sendPage(reply, rentalPage(opened, rental, box));
  });

  textPage("imprint", ({ site, speech }) => ({ title: speech.t("pages.site.imprint"), texts: site.settings.imprint }));
  textPage("privacy", ({ site, speech }) => ({
    title: speech.t("pages.site.privacy"),
    texts: site.settings.business.privacyPolicy,
  }));

  /** A page with one of the manager's texts; it does not exist without one. */
  function textPage(
    name: string,
    contentOf: (opened: OpenedSite) => { readonly title: string; readonly texts: Translations },
  ): void {
    app.get<SitePath>(`/stay/:address/:language/${name}`, async (request, reply) => {
      const opened = await openSite(dependencies, request, reply);
      const { title, texts } = contentOf(opened);
      const text = siteText(opened, texts);
      if (text === undefined) throw siteNotFound();
      const body = html`<section class="card"><h1>${title}</h1>
${paragraphs(text)}</section>`;
      return sendPage(reply, sitePage({ ...opened, title, body, path: `/${name}` }));
    });
  }
}
