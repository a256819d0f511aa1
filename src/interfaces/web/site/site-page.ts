import { languageNames } from "@roost/messages/languages.ts";
import { stylesheetUrl } from "../pages/assets/styles.ts";
import { Html, html } from "../pages/html.ts";
import { type OpenedSite, siteText } from "./open-site.ts";
import { siteStylesUrl } from "./site-assets.ts";

/** A page of a booking site. Its body is placed in `<main>`; `roost.css` and `site.css` style it. */
export interface SitePage extends OpenedSite {
  /** Without the site's name; absent on the start page. */
  readonly title?: string;
  readonly body: Html;
  /** Below the language, such as `/rentals/12`: the same in every language. Empty for the start page. */
  readonly path: string;
  /** One or two sentences for search engines and previews. */
  readonly description?: string | undefined;
  /** The absolute address of a picture for previews. */
  readonly image?: string | undefined;
  /** Structured data, schema.org. */
  readonly data?: object | undefined;
  /** Steps of a booking and searches are not for search engines. */
  readonly isListed?: boolean;
  /** A column as narrow as a form. */
  readonly isNarrow?: boolean;
  /** One of our scripts; the page works without it. */
  readonly script?: string | undefined;
  /** Reloads the page after this many seconds, while something is in progress. */
  readonly refresh?: number | undefined;
}

/** A complete document without inline scripts, inline styles or foreign files. */
export function sitePage(content: SitePage): string {
  const { site, speech, links, body, path, isNarrow } = content;
  const { language, t } = speech;
  return html`<!doctype html>
<html lang="${language}">
<head>
${headOf(content)}
</head>
<body class="site">
<a class="skip" href="#content">${t("pages.skip")}</a>
<header class="top">
<div class="inside">
<a class="home site-name" href="${links.to(language)}">${logoOf(content)}<span>${site.settings.name}</span></a>
${languageMenu(content, path)}
</div>
</header>
<main id="content" class="${isNarrow ? "narrow" : "wide"}" tabindex="-1">
${body}
</main>
${footerOf(content)}
</body>
</html>
`.text;
}

function headOf({
  site,
  speech,
  links,
  title,
  path,
  description,
  image,
  data,
  isListed = true,
  ...rest
}: SitePage): Html {
  const { language } = speech;
  const { name } = site.settings;
  const whole = title === undefined ? name : `${title} · ${name}`;
  const url = links.canonical(language, path);
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${rest.refresh === undefined ? undefined : html`\n<meta http-equiv="refresh" content="${rest.refresh}">`}
<title>${whole}</title>
${description && html`<meta name="description" content="${description}">\n`}<link rel="stylesheet" href="${stylesheetUrl}">
<link rel="stylesheet" href="${siteStylesUrl}">
<link rel="stylesheet" href="${links.shared("/brand.css")}?c=${site.settings.color.slice(1)}">
${isListed ? listing() : html`<meta name="robots" content="noindex">`}${rest.script && html`\n<script src="${rest.script}" defer></script>`}`;

  function listing(): Html {
    return html`<link rel="canonical" href="${url}">
<link rel="alternate" hreflang="x-default" href="${links.canonicalDefault(path)}">
${links.alternates(path).map((one) => html`<link rel="alternate" hreflang="${one.language}" href="${one.url}">\n`)}<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title ?? name}">
<meta property="og:url" content="${url}">
<meta property="og:locale" content="${language}">${description && html`\n<meta property="og:description" content="${description}">`}${image && html`\n<meta property="og:image" content="${image}">`}${data && html`\n${dataBlock(data)}`}`;
  }
}

/** Browsers do not run a data block. No text in it can end it. */
function dataBlock(data: object): Html {
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return new Html(`<script type="application/ld+json">${json}</script>`);
}

/** The name beside it says the same, so the picture needs no text. */
const logoOf = ({ site }: OpenedSite): Html | undefined =>
  site.settings.logoPath === null
    ? undefined
    : html`<img class="site-logo" src="${site.settings.logoPath}" alt="" height="40">`;

function languageMenu({ speech, links }: OpenedSite, path: string): Html {
  return html`<details class="languages">
<summary><span class="hidden">${speech.t("pages.site.language")}</span> ${languageNames[speech.language]}</summary>
<ul>${links.alternates().map(({ language }) => html`<li><a href="${links.to(language, path)}" lang="${language}" hreflang="${language}"${language === speech.language ? html` aria-current="true"` : undefined}>${languageNames[language]}</a></li>`)}</ul>
</details>`;
}

function footerOf(opened: OpenedSite): Html {
  const { site, speech, links } = opened;
  const { imprint, business } = site.settings;
  const { t, language } = speech;
  const legal = [
    siteText(opened, imprint) && html`<a href="${links.to(language, "/imprint")}">${t("pages.site.imprint")}</a>`,
    siteText(opened, business.privacyPolicy) &&
      html`<a href="${links.to(language, "/privacy")}">${t("pages.site.privacy")}</a>`,
  ].filter((link) => link instanceof Html);
  return html`<footer class="bottom">
<div class="inside">
<p>${business.name}</p>
<ul class="contact">
${business.email === null ? undefined : html`<li><a href="mailto:${business.email}">${business.email}</a></li>`}
${business.phone === null ? undefined : html`<li><a href="tel:${business.phone.replace(/[^+\d]/g, "")}">${business.phone}</a></li>`}
</ul>
${legal.length > 0 ? html`<nav aria-label="${t("pages.site.legal")}">${legal}</nav>` : undefined}
</div>
</footer>`;
}
