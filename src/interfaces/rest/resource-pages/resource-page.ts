import type { Examples } from "../../../kernel/openapi/examples.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { type Route, words } from "../../../kernel/route.ts";
import { generated } from "../../web/docs/contents.ts";
import { docsPage } from "../../web/docs/page.ts";
import { type Html, html } from "../../web/pages/html.ts";
import { attributeTable, pathOfResource, relationTable } from "./attributes.ts";
import { anchorOfRoute, operationSection } from "./operations.ts";
import { codes, table } from "./schema-words.ts";
import { writersOf } from "./writers.ts";

/** What the pages are made from. */
export interface Reference {
  readonly registry: ResourceRegistry;
  readonly routes: readonly Route[];
  readonly examples: Examples;
}

/** The routes of a resource, and those that answer its records. */
export const routesOf = ({ routes }: Reference, resource: Resource): Route[] =>
  routes.filter(({ operation, ...route }) => {
    const answered = "answers" in operation ? operation.answers : undefined;
    return route.resource === resource || answered === resource;
  });

/** Everything there is to know of a resource, on one page. */
export function resourcePage(reference: Reference, resource: Resource): string {
  const { registry, examples } = reference;
  const routes = routesOf(reference, resource);
  const writers = writersOf(resource, reference.routes);
  const hasLinks = Object.keys(resource.relations).length > 0;
  const article = html`<h1><code>${resource.name}</code></h1>
<p class="lead">${resource.description}</p>
<h2 id="attributes">Attributes</h2>
${attributeTable(resource, writers)}
${hasLinks ? html`<h2 id="links">Links</h2>\n<p>Ids of other records in <code>links</code>; <code>include</code> embeds the records.</p>\n${relationTable(resource, registry, writers)}` : undefined}
<h2 id="operations">Operations</h2>
<ul>${routes.map((route) => html`<li><a href="#${anchorOfRoute(route)}"><code>${route.method} ${route.path}</code></a></li>`)}</ul>
${routes.map((route) => operationSection(route, registry, examples))}
<h2 id="limits">Limits</h2>
${limits(resource)}`;
  const headings = ["Attributes", ...(hasLinks ? ["Links"] : []), "Operations", "Limits"];
  return docsPage({ title: words(resource.name), path: pathOfResource(resource), headings }, article);
}

/** Of what one page, one request and one record hold at most. */
function limits(resource: Resource): Html {
  const { readScopes, maxPerPage, deletion, key, ownership, computed } = resource;
  const facts: [string, Html | string][] = [
    ["Read with", codes(readScopes)],
    ["Ids", key.sqlType === "uuid" ? "UUIDs" : "numbers"],
    ...(computed
      ? []
      : ([
          ["Records on a page", `${maxPerPage}, unless per_page says fewer`],
          ["Records by their ids", "up to 1000 in one request"],
        ] satisfies [string, string][])),
    ["Ids of one link", "the newest 1000"],
    ...(deletion ? ([["Deletion", deletionWords(deletion.column)]] satisfies [string, Html][]) : []),
    ...(ownership
      ? ([
          ["Others' records", html`Without ${codes(ownership.fullReaders)} a token sees fewer of them, or less.`],
        ] satisfies [string, Html][])
      : []),
  ];
  return table(["What", "How much"], facts);
}

const deletionWords = (column: string): Html =>
  html`A mark, <code>${column}</code>: the ids stand in <code>meta.deleted_ids</code> of a list with <code>updated_since</code>.`;

/** All resources in the order of the registry, as the way to their pages. */
export function resourceIndex({ registry }: Reference): string {
  const rows = registry
    .all()
    .map((resource) => [
      html`<a href="${pathOfResource(resource)}"><code>${resource.name}</code></a>`,
      resource.description,
    ]);
  const article = html`<h1>Resources</h1>
<p class="lead">What the API knows: each with its attributes, links, operations and limits, and with requests that were really executed.</p>
${table(["Resource", "What it is"], rows)}`;
  return docsPage(generated.resources, article);
}
