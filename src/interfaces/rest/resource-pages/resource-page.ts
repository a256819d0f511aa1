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

/** The sources of the resource pages. */
export interface Reference {
  readonly registry: ResourceRegistry;
  readonly routes: readonly Route[];
  readonly examples: Examples;
}

/** The routes of a resource, and those that respond with its records. */
export const routesOf = ({ routes }: Reference, resource: Resource): Route[] =>
  routes.filter(({ operation, ...route }) => {
    const answered = "answers" in operation ? operation.answers : undefined;
    return route.resource === resource || answered === resource;
  });

/** The reference page of a resource. */
export function resourcePage(reference: Reference, resource: Resource): string {
  const { registry, examples } = reference;
  const routes = routesOf(reference, resource);
  const writers = writersOf(resource, reference.routes);
  const hasLinks = Object.keys(resource.relations).length > 0;
  const article = html`<h1><code>${resource.name}</code></h1>
<p class="lead">${resource.description}</p>
<h2 id="attributes">Attributes</h2>
${attributeTable(resource, writers)}
${hasLinks ? html`<h2 id="links">Links</h2>\n<p>Ids of related records in <code>links</code>. <code>include</code> embeds the records.</p>\n${relationTable(resource, registry, writers)}` : undefined}
<h2 id="operations">Operations</h2>
<ul>${routes.map((route) => html`<li><a href="#${anchorOfRoute(route)}"><code>${route.method} ${route.path}</code></a></li>`)}</ul>
${routes.map((route) => operationSection(route, registry, examples))}
<h2 id="limits">Limits</h2>
${limits(resource)}`;
  const headings = ["Attributes", ...(hasLinks ? ["Links"] : []), "Operations", "Limits"];
  return docsPage({ title: words(resource.name), path: pathOfResource(resource), headings }, article);
}

/** The limits of a page, a request and a record. */
function limits(resource: Resource): Html {
  const { readScopes, maxPerPage, deletion, key, ownership, computed } = resource;
  const facts: [string, Html | string][] = [
    ["Read scopes", codes(readScopes)],
    ["Ids", key.sqlType === "uuid" ? "UUIDs" : "numbers"],
    ...(computed
      ? []
      : ([
          ["Records per page", `up to ${maxPerPage}, set by per_page`],
          ["Records by id", "up to 1000 per request"],
        ] satisfies [string, string][])),
    ["Ids per link", "the newest 1000"],
    ...(deletion ? ([["Deletion", deletionWords(deletion.column)]] satisfies [string, Html][]) : []),
    ...(ownership
      ? ([
          [
            "Records of other applications",
            html`Without ${codes(ownership.fullReaders)}, a token sees fewer records or fewer attributes.`,
          ],
        ] satisfies [string, Html][])
      : []),
  ];
  return table(["Limit", "Value"], facts);
}

const deletionWords = (column: string): Html =>
  html`Sets <code>${column}</code>. Lists with <code>updated_since</code> report the ids in <code>meta.deleted_ids</code>.`;

/** The index of all resource pages, in registry order. */
export function resourceIndex({ registry }: Reference): string {
  const rows = registry
    .all()
    .map((resource) => [
      html`<a href="${pathOfResource(resource)}"><code>${resource.name}</code></a>`,
      resource.description,
    ]);
  const article = html`<h1>Resources</h1>
<p class="lead">The API's resources, with their attributes, links, operations, limits and executed examples.</p>
${table(["Resource", "Description"], rows)}`;
  return docsPage(generated.resources, article);
}
