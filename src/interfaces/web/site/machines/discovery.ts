import { defaultLanguage, languages } from "@roost/messages/languages.ts";
import type { SitemapRental } from "../../../../modules/guests/sites/list-rentals.ts";
import { html } from "../../pages/html.ts";
import { type OpenedSite, siteText } from "../open-site.ts";
import type { SiteLinks } from "../site-links.ts";

/** Crawlers may read everything but searches and bookings. */
export const robotsText = (links: SiteLinks): string => `User-agent: *
Disallow: ${links.shared("/*/bookings/")}
Disallow: ${links.shared("/*/rentals/*/book")}
Sitemap: ${links.canonicalShared("/sitemap.xml")}
`;

/** The site's pages in every language, for search engines. */
export function sitemap(links: SiteLinks, rentals: readonly SitemapRental[]): string {
  const pages = [
    { path: "", at: undefined },
    ...rentals.map(({ id, updatedAt }) => ({ path: `/rentals/${id}`, at: new Date(updatedAt).toISOString() })),
  ];
  const urls = pages.flatMap(({ path, at }) =>
    languages.map(
      (language) => html`<url><loc>${links.canonical(language, path)}</loc>${at && html`<lastmod>${at}</lastmod>`}
${links.alternates(path).map((one) => html`<xhtml:link rel="alternate" hreflang="${one.language}" href="${one.url}"/>\n`)}</url>
`,
    ),
  );
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls}</urlset>
`.text;
}

/** A summary for language models (llmstxt.org), in English. */
export function llmsText(opened: OpenedSite, rentals: readonly SitemapRental[]): string {
  const { site, links } = opened;
  const { name, headline, introduction, business } = site.settings;
  const list = rentals.map(({ id, title, summary }) => {
    const text = siteText(opened, summary);
    return `- [${plain(title)}](${links.canonical(defaultLanguage, `/rentals/${id}`)})${text ? `: ${plain(text)}` : ""}`;
  });
  const search = `${links.canonical(defaultLanguage)}?arrival=YYYY-MM-DD&departure=YYYY-MM-DD&adults=2`;
  return `# ${plain(name)}

> ${plain(siteText(opened, headline) ?? siteText(opened, introduction) ?? business.name)}

Search for free homes with exact prices: ${search}
Languages: ${languages.join(", ")}

## Homes
${list.join("\n")}
`;
}

/** A person's text in one line, without Markdown. */
const plain = (text: string): string =>
  text
    .replace(/[\s]+/g, " ")
    .replace(/[[\]()<>`*_#\\]/g, "")
    .trim();
