import { defaultLanguage, languages } from "@roost/messages/languages.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { firstArrival } from "../../../modules/guests/sites/first-arrival.ts";
import { listRentals } from "../../../modules/guests/sites/list-rentals.ts";
import { readRental } from "../../../modules/guests/sites/read-rental.ts";
import type { WebDependencies } from "../dependencies.ts";
import { speechIn } from "../pages/speech.ts";
import { brandStyles } from "./brand.ts";
import { llmsText, robotsText, sitemap } from "./machines/discovery.ts";
import { widgetData } from "./machines/widget-data.ts";
import { countedSite, languageOfBrowser } from "./open-site.ts";

interface AddressPath {
  readonly Params: { readonly address: string };
}

/** The files of a site that every language shares, and its address without a language. */
export function sharedRoutes(app: FastifyInstance, dependencies: WebDependencies): void {
  app.get<AddressPath>("/stay/:address", async (request, reply) => {
    const { links } = await countedSite(dependencies, request, reply, request.params.address);
    void reply.header("vary", "accept-language");
    return reply.redirect(links.to(languageOfBrowser(request)), 302);
  });

  app.get<AddressPath>("/stay/:address/brand.css", async (request, reply) => {
    const { site } = await countedSite(dependencies, request, reply, request.params.address);
    return file(reply, "text/css").send(brandStyles(site.settings.color));
  });

  app.get<AddressPath>("/stay/:address/robots.txt", async (request, reply) => {
    const { links } = await countedSite(dependencies, request, reply, request.params.address);
    return file(reply, "text/plain").send(robotsText(links));
  });

  app.get<AddressPath>("/stay/:address/sitemap.xml", async (request, reply) => {
    const { site, links } = await countedSite(dependencies, request, reply, request.params.address);
    return file(reply, "application/xml").send(sitemap(links, await listRentals(site)));
  });

  app.get<AddressPath>("/stay/:address/llms.txt", async (request, reply) => {
    const found = await countedSite(dependencies, request, reply, request.params.address);
    const opened = { ...found, speech: speechIn(defaultLanguage) };
    return file(reply, "text/plain").send(llmsText(opened, await listRentals(found.site)));
  });

  app.get<AddressPath & { readonly Querystring: { readonly language?: unknown; readonly rental?: unknown } }>(
    "/stay/:address/widget.json",
    async (request, reply) => {
      const found = await countedSite(dependencies, request, reply, request.params.address);
      const { query } = request;
      const language = languages.find((one) => one === query.language) ?? defaultLanguage;
      const opened = { ...found, speech: speechIn(language) };
      const { site } = found;
      const rentals = await listRentals(site);
      const chosen = rentals.find(({ id }) => String(id) === query.rental) ?? rentals[0];
      const now = dependencies.clock();
      const rental = chosen && (await readRental(site, chosen.id, now));
      const today = await firstArrival(site, now);
      return file(reply.headers(forEveryOrigin), "application/json").send(
        widgetData(opened, { rentals, rental, today }),
      );
    },
  );
}

/** Lets pages of every origin read public data, without cookies. */
const forEveryOrigin = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };

/** Seconds that a crawler or browser may keep a file. */
const keptSeconds = 300;

const file = (reply: FastifyReply, type: string): FastifyReply =>
  reply.type(`${type}; charset=utf-8`).header("cache-control", `public, max-age=${keptSeconds}`);
