import { html } from "./html.ts";
import { page } from "./layout.ts";
import type { Speech } from "./speech.ts";

/** Explains why a link does not work, and offers another page. */
interface DeadLink {
  readonly title: string;
  readonly sentence: string;
  /** Undefined: no other page to offer. */
  readonly alternative?: { readonly path: string; readonly label: string };
  readonly speech: Speech;
}

/** The page behind an expired or invalid link. */
export function deadLinkPage({ title, sentence, alternative, speech }: DeadLink): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<p class="lead">${sentence}</p>
${alternative && html`<div class="actions"><a class="button primary" href="${alternative.path}">${alternative.label}</a></div>`}
</section>`;
  return page({ title, body, narrow: true, speech });
}
