import type { FastifyInstance } from "fastify";
import { marked, type Token } from "marked";
import MiniSearch from "minisearch";
import { sendPage } from "../pages/answer.ts";
import { type Html, html } from "../pages/html.ts";
import { allowOwnScript } from "../pages/page-headers.ts";
import { docsPages, searchPath } from "./contents.ts";
import { anchorOf } from "./markdown.ts";
import { docsPage } from "./page.ts";
import { markdownOf } from "./read-file.ts";

/** A part of the documentation that a search can find. */
export interface Passage {
  readonly path: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** Found, but not shown. */
  readonly samples?: string;
}

const maxResults = 20;
const maxQueryLength = 200;
const excerptLength = 220;

/** Serves the search over docs/ and the generated pages. @param generated passages of pages without a file */
export function searchRoute(app: FastifyInstance, baseUrl: string, generated: () => readonly Passage[]): void {
  let index: Promise<MiniSearch<Passage>> | undefined;
  app.get<{ Querystring: { q?: string | string[] } }>(searchPath, async ({ query }, reply) => {
    index ??= indexOf(baseUrl, generated()).catch((error: unknown) => {
      index = undefined;
      throw error;
    });
    const words = [query.q ?? ""].flat().join(" ").trim().slice(0, maxQueryLength);
    allowOwnScript(reply);
    return sendPage(reply, resultsPage(words, words === "" ? [] : find(await index, words)));
  });
}

async function indexOf(baseUrl: string, generated: readonly Passage[]): Promise<MiniSearch<Passage>> {
  const index = new MiniSearch<Passage>({
    idField: "path",
    fields: ["page", "heading", "text", "samples"],
    storeFields: ["path", "page", "heading", "text"],
    searchOptions: { boost: { page: 3, heading: 4 }, prefix: true, fuzzy: 0.2, combineWith: "AND" },
  });
  for (const { file, path, title } of docsPages) index.addAll(passagesOf(await markdownOf(file, baseUrl), path, title));
  index.addAll(generated);
  return index;
}

/** The best passages; if none has every word, the best with any of them. */
function find(index: MiniSearch<Passage>, words: string): Passage[] {
  const all = index.search(words);
  const found = all.length > 0 ? all : index.search(words, { combineWith: "OR" });
  return found.slice(0, maxResults).map(({ path, page, heading, text }) => ({
    path: `${path}`,
    page: `${page}`,
    heading: `${heading}`,
    text: `${text}`,
  }));
}

/** One passage for each heading of a page. */
export function passagesOf(markdown: string, path: string, page: string): Passage[] {
  const passages = new Map<string, Passage>();
  let current: Passage = { path, page, heading: page, text: "" };
  for (const token of marked.lexer(markdown)) {
    if (token.type === "heading" && token.depth > 1) {
      const heading = plain(token);
      current = { path: `${path}#${anchorOf(heading)}`, page, heading, text: "" };
    } else if (token.type === "code") current = { ...current, samples: `${current.samples ?? ""} ${token.text}` };
    else current = { ...current, text: `${current.text} ${plain(token)}`.trim() };
    passages.set(current.path, current);
  }
  return [...passages.values()];
}

/** A token's words without its marks. */
function plain(token: Token): string {
  if (token.type === "table") return token.raw.replace(/[|`]|:?-{3,}:?/g, " ").replace(/\s+/g, " ");
  if (token.type === "list") return (token.items ?? []).map(plain).join(" ");
  if ("tokens" in token && token.tokens) return token.tokens.map(plain).join("");
  return "text" in token && typeof token.text === "string" ? token.text : "";
}

function resultsPage(words: string, results: readonly Passage[]): string {
  return docsPage({ title: "Search", path: searchPath }, html`<h1>Search</h1>\n${resultList(words, results)}`, words);
}

function resultList(words: string, results: readonly Passage[]): Html {
  if (words === "") return html`<p class="lead">Enter a word, an attribute or an error.</p>`;
  if (results.length === 0) return html`<p class="lead">No results for “${words}”. Try fewer or other words.</p>`;
  const items = results.map(
    ({ path, page, heading, text }) => html`<li><a href="${path}">${heading === page ? page : `${page}: ${heading}`}</a>
<p class="fine">${excerpt(text, words)}</p></li>
`,
  );
  return html`<ul class="results">${items}</ul>`;
}

/** The text around the first of the words. */
function excerpt(text: string, words: string): string {
  const found = words
    .toLowerCase()
    .split(/\s+/)
    .map((word) => text.toLowerCase().indexOf(word))
    .filter((position) => position >= 0);
  const start = Math.max(0, (found.length > 0 ? Math.min(...found) : 0) - 60);
  const cut = text.slice(start, start + excerptLength);
  return `${start > 0 ? "…" : ""}${cut}${start + excerptLength < text.length ? "…" : ""}`;
}
