import { wordmark } from "./assets/mark.ts";
import { stylesheetUrl } from "./assets/styles.ts";
import { csrfField } from "./csrf.ts";
import { type Html, html } from "./html.ts";

/**
 * One page. Its body stands inside `<main>`. What the stylesheet has for it:
 * - `<section class="card">` a sheet; `<main>` is a column of them. `narrow: true` is for a page with one small form.
 * - `<div class="field">` with `<label>`, `<input>`, `<p class="hint">`, `<p class="error">`; tie both by `aria-describedby`.
 * - `<div class="actions">` with `<button class="button primary">`, `button`, `button danger`, `<a class="button quiet">`.
 * - `<p class="notice">` (`role="status"`), `<p class="notice bad">` (`role="alert"`), `<p class="notice good">`.
 * - `<ul class="scopes">` what an application may do; `<code class="secret">` what is to be copied; `<dl class="facts">`;
 *   `<p class="lead">`, `<p class="fine">`, `<span class="tag">`, `<div class="parties">` with `<span class="tile">`.
 */
export interface Page {
  /** Without the name of the service. */
  readonly title: string;
  readonly body: Html;
  /** Who is signed in: shown at the top, with the way out. A `SignedIn` does. */
  readonly user?: { readonly fullname: string; readonly session: Buffer } | undefined;
  /** For a page with one small form. */
  readonly narrow?: boolean;
  /** Of a page for guests: the language that it is in, with the words of the link past the header; English unless told. */
  readonly language?: { readonly code: string; readonly skip: string };
  /** Seconds after which the browser asks for it again, while something is under way. */
  readonly refresh?: number | undefined;
  /** A script of ours (see `copy-script.ts`); its answer needs `allowOwnScript`. The page works without it. */
  readonly script?: string;
}

/** A complete document: no inline script or style, nothing from elsewhere. */
export function page({ title, body, user, narrow, language, refresh, script }: Page): string {
  return html`<!doctype html>
<html lang="${language?.code ?? "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${refresh === undefined ? undefined : html`\n<meta http-equiv="refresh" content="${refresh}">`}
<title>${title} · Roost</title>
<link rel="icon" type="image/svg+xml" href="/assets/roost.svg">
<link rel="stylesheet" href="${stylesheetUrl}">${script === undefined ? undefined : html`\n<script src="${script}" defer></script>`}
</head>
<body>
<a class="skip" href="#content">${language?.skip ?? "Skip to content"}</a>
<header class="top">
<div class="inside">
<a class="home" href="/" aria-label="Roost, start page" lang="en">${wordmark}</a>
${user && person(user)}
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

function person(user: { readonly fullname: string; readonly session: Buffer }): Html {
  return html`<nav class="person" aria-label="You">
<a href="/applications">Applications</a>
<a class="name" href="/password" aria-label="${user.fullname}: change your password">${user.fullname}</a>
<form method="post" action="/sign_out">${csrfField(user.session)}<button class="button small" type="submit">Sign out</button></form>
</nav>`;
}
