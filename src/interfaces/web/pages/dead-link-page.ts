import { html } from "./html.ts";
import { page } from "./layout.ts";

/** Why a link leads nowhere, and where one may go instead. */
interface DeadLink {
  readonly title: string;
  readonly sentence: string;
  /** Absent: nowhere. */
  readonly way?: { readonly path: string; readonly label: string };
  /** See `Page`. */
  readonly language?: { readonly code: string; readonly skip: string };
}

/** The page behind a link that is no good any more. */
export function deadLinkPage({ title, sentence, way, language }: DeadLink): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<p class="lead">${sentence}</p>
${way && html`<div class="actions"><a class="button primary" href="${way.path}">${way.label}</a></div>`}
</section>`;
  return page({ title, body, narrow: true, ...(language ? { language } : {}) });
}
