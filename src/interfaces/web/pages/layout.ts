import { wordmark } from "./assets/mark.ts";
import { stylesheetUrl } from "./assets/styles.ts";
import { csrfField } from "./csrf.ts";
import { type Html, html } from "./html.ts";
import { inEnglish, type Speech } from "./speech.ts";

/**
 * A page. Its body is placed in `<main>`. The stylesheet provides:
 * - `<section class="card">` a sheet; `<main>` is a column of sheets. Use `narrow: true` for a page with one small form.
 * - `<div class="field">` with `<label>`, `<input>`, `<p class="hint">`, `<p class="error">`; reference both in `aria-describedby`.
 * - `<div class="actions">` with `<button class="button primary">`, `button`, `button danger`, `<a class="button quiet">`.
 * - `<p class="notice">` (`role="status"`), `<p class="notice bad">` (`role="alert"`), `<p class="notice good">`.
 * - `<ul class="scopes">` an application's permissions; `<code class="secret">` text to copy; `<dl class="facts">`;
 *   `<p class="lead">`, `<p class="fine">`, `<span class="tag">`, `<div class="parties">` with `<span class="tile">`.
 */
export interface Page {
  /** Without the service's name. */
  readonly title: string;
  readonly body: Html;
  /** The signed-in person, shown in the header with a sign-out button. */
  readonly user?: { readonly fullname: string; readonly session: Buffer } | undefined;
  /** For a page with one small form. */
  readonly narrow?: boolean;
  /** English by default. */
  readonly speech?: Speech | undefined;
  /** Reloads the page after this many seconds, while something is in progress. */
  readonly refresh?: number | undefined;
  /** One of our scripts (see `copy-script.ts`). The response needs `allowOwnScript`; the page works without it. */
  readonly script?: string;
}

/** A complete document without inline scripts, inline styles or external resources. */
export function page({ title, body, user, narrow, speech = inEnglish(), refresh, script }: Page): string {
  return html`<!doctype html>
<html lang="${speech.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${refresh === undefined ? undefined : html`\n<meta http-equiv="refresh" content="${refresh}">`}
<title>${title} · Roost</title>
<link rel="icon" type="image/svg+xml" href="/assets/roost.svg">
<link rel="stylesheet" href="${stylesheetUrl}">${script === undefined ? undefined : html`\n<script src="${script}" defer></script>`}
</head>
<body>
<a class="skip" href="#content">${speech.t("pages.skip")}</a>
<header class="top">
<div class="inside">
<a class="home" href="/" aria-label="Roost, start page" lang="en">${wordmark}</a>
${user && person(user, speech)}
</div>
</header>
<main id="content" class="${narrow ? "narrow" : "wide"}" tabindex="-1">
${body}
</main>
<footer class="bottom" lang="en">
<div class="inside">
<p>Roost, the open house for holiday rentals</p>
<nav aria-label="About Roost"><a href="/docs">Documentation</a></nav>
</div>
</footer>
</body>
</html>
`.text;
}

function person({ fullname, session }: NonNullable<Page["user"]>, { t }: Speech): Html {
  return html`<nav class="person" aria-label="${t("pages.header.label")}">
<a href="/console/settings/programs">${t("pages.header.applications")}</a>
<a class="name" href="/password" aria-label="${t("pages.header.password", { name: fullname })}">${fullname}</a>
<form method="post" action="/sign_out">${csrfField(session)}<button class="button small" type="submit">${t("pages.header.signOut")}</button></form>
</nav>`;
}
