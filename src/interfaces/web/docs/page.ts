import { copyScriptUrl } from "../pages/assets/copy-script.ts";
import { Html, html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { generated, searchPath, sections } from "./contents.ts";
import { anchorOf } from "./markdown.ts";

interface Link {
  readonly title: string;
  readonly path: string;
}

/** The page that is open in the sidebar, with the headings that it lists. */
export interface OpenPage extends Link {
  readonly headings?: readonly string[];
}

/**
 * A page of the documentation: the search field and the sidebar beside an article.
 * @param query the words in the search field
 */
export function docsPage(open: OpenPage, article: Html, query = ""): string {
  const body = html`<div class="guide">
<form class="find" role="search" action="${searchPath}">
<label for="query">Search the documentation</label>
<input type="search" id="query" name="q" value="${query}">
<button class="button small">Search</button>
</form>
<article class="card prose">
${article}
</article>
<nav class="contents" aria-label="Documentation">
${sidebar(open)}
</nav>
</div>`;
  return page({ title: open.title, body, script: copyScriptUrl });
}

/** A generated page (a resource) belongs to Resources. */
function sidebar(open: OpenPage): readonly Html[] {
  const { resources, operations, openapi } = generated;
  const isResource = open.path.startsWith(`${resources.path}/`);
  return sections.map(({ title, pages }) => {
    const links: readonly Link[] = title === "Reference" ? [...pages, resources, operations, openapi] : pages;
    const items = links.map(
      (link) => html`<li>${item(link, open)}${link === resources && isResource ? below(open) : undefined}</li>\n`,
    );
    const isOpen = isResource ? title === "Reference" : links.some(({ path }) => path === open.path);
    return html`<details${isOpen || open.path === "/docs" ? new Html(" open") : undefined}>
<summary>${title}</summary>
<ul class="links">${items}</ul>
</details>
`;
  });
}

function below(open: OpenPage): Html {
  return html`<ul class="sections"><li>${item(open, open)}</li></ul>`;
}

function item({ title, path }: Link, open: OpenPage): Html {
  if (path !== open.path) return html`<a href="${path}">${title}</a>`;
  const { headings = [] } = open;
  const current = html`<a href="${path}" aria-current="page">${title}</a>`;
  if (headings.length === 0) return current;
  return html`${current}
<ul class="sections">${headings.map((heading) => html`<li><a href="#${anchorOf(heading)}">${heading}</a></li>`)}</ul>`;
}
