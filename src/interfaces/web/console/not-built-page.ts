import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";

/** Shown where the console was not built: a production install without the packages that build it. */
export function notBuiltPage(): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">The console is not built</h1>
<p class="lead">This installation has no packages to build it with. Run <code>npm ci &amp;&amp; node bin/build-console.js</code> once, with all packages, before those of development are removed.</p>
<div class="actions"><a class="button primary" href="/applications">Applications</a></div>
</section>`;
  return page({ title: "The console is not built", body, narrow: true });
}
