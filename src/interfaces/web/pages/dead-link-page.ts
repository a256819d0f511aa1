import { html } from "./html.ts";
import { page } from "./layout.ts";

/** Why a link leads nowhere, and where one may go instead. */
interface DeadLink {
  readonly title: string;
  readonly sentence: string;
  readonly way: { readonly path: string; readonly label: string };
}

/** The page behind the link of a mail that is no good any more. */
export function deadLinkPage({ title, sentence, way }: DeadLink): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<p class="lead">${sentence}</p>
<div class="actions"><a class="button primary" href="${way.path}">${way.label}</a></div>
</section>`;
  return page({ title, body, narrow: true });
}
