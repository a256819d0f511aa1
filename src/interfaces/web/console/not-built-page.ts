import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";

/** Shown when the console was not built, as in a production install without build dependencies. */
export function notBuiltPage(): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">The console is not built</h1>
<p class="lead">Run <code>npm ci &amp;&amp; node bin/build-console.js</code> before you remove the development packages.</p>
<div class="actions"><a class="button primary" href="/docs">Documentation</a></div>
</section>`;
  return page({ title: "The console is not built", body, narrow: true });
}
