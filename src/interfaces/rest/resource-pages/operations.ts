import type { NestedBody } from "../../../kernel/nested.ts";
import type { Example, Examples } from "../../../kernel/openapi/examples.ts";
import { parametersOf, readParameters, sharedParameters } from "../../../kernel/openapi/parameters.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import type { RequestBody } from "../../../kernel/request-body.ts";
import type { Route } from "../../../kernel/route.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { type Html, html } from "../../web/pages/html.ts";
import { codes, joined, limitsOf, table, typeOf } from "./schema-words.ts";

/** The anchor of an operation, from its method and path. */
export const anchorOfRoute = ({ method, path }: Route): string =>
  `${method}${path}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** One operation: summary, scopes, parameters, body and an executed example. */
export function operationSection(route: Route, registry: ResourceRegistry, { operations }: Examples): Html {
  const example = operations[`${route.method} ${route.path}`];
  return html`<h3 id="${anchorOfRoute(route)}"><code>${route.method} ${route.path}</code></h3>
<p>${route.summary}${route.description === undefined ? undefined : ` ${route.description}`}</p>
<p>${route.scopes.length === 1 ? "Scope" : "One of the scopes"} ${codes(route.scopes)}. Responds with ${successOf(route)}.</p>
${parameterTable(route, registry)}
${bodyOf(route)}
${example && exampleOf(route, example)}
`;
}

function successOf({ operation }: Route): number {
  return operation.kind === "write" ? operation.success : 200;
}

function parameterTable(route: Route, registry: ResourceRegistry): Html | undefined {
  const components: Readonly<Record<string, unknown>> = { ...sharedParameters, ...readParameters(route.resource) };
  const rows = parametersOf(route, registry).flatMap((parameter) => {
    const { $ref } = parameter;
    const found = typeof $ref === "string" ? components[$ref.replace("#/components/parameters/", "")] : parameter;
    return isObject(found) ? [parameterRow(found)] : [];
  });
  return rows.length === 0 ? undefined : table(["Parameter", "In", "Type", "Description"], rows);
}

function parameterRow({
  name,
  in: location,
  required,
  schema,
  description,
}: Record<string, unknown>): (Html | string)[] {
  const limits = limitsOf(schema);
  const fine = [...(required === true ? [html`<strong>required</strong>`] : []), ...limits];
  const words = fine.length > 0 ? html` <span class="fine">${joined(fine)}.</span>` : undefined;
  return [
    html`<code>${String(name)}</code>`,
    String(location),
    typeOf(schema),
    html`${typeof description === "string" ? description : ""}${words}`,
  ];
}

const mebibyte = 1024 * 1024;

function bodyOf({ operation, resource }: Route): Html | undefined {
  if (operation.kind !== "write" || !operation.body) return undefined;
  const { body } = operation;
  return html`<p>${mediaOf(body, resource.root)} Up to ${body.limit / mebibyte} MiB.</p>
${ownMembers(body)}${body.media === "json" ? nestedList(Object.entries(body.nested)) : filesOf(body)}`;
}

function mediaOf(body: RequestBody, root: string): Html {
  if (body.media === "multipart") return html`The body is <code>multipart/form-data</code>.`;
  if (body.flat) return html`The body is one flat JSON object.`;
  const optional = body.optional ? " optional" : "";
  return html`The${optional} body is <code>${`{ "${body.of.root ?? root}": [ { … } ] }`}</code>, with ${body.writing === "update" ? "the attributes to change" : "the attributes of one record"}.`;
}

/** The members of a body that differs from the resource's attributes. */
function ownMembers(body: RequestBody): Html | undefined {
  if (body.media === "json" && !body.own && !body.flat) return undefined;
  const rows = Object.entries(body.of.attributes)
    .filter(([, { traits }]) => traits.writable)
    .map(([name, { type, traits }]) => [
      html`<code>${name}</code>`,
      type.title,
      html`${traits.description ?? ""} <span class="fine">${joined([...(traits.required ? [html`<strong>required</strong>`] : []), ...limitsOf(type.writeSchema)])}</span>`,
    ]);
  return rows.length === 0 ? undefined : table(["Member", "Type", "Description"], rows);
}

function nestedList(nested: readonly (readonly [string, NestedBody])[]): Html | undefined {
  if (nested.length === 0) return undefined;
  const rows = nested.map(([name, { form, of, atLeast, atMost, required, description }]) => [
    html`<code>${name}</code>`,
    form === "list" ? `${atLeast > 0 ? `${atLeast} to` : "up to"} ${atMost} objects` : "one object",
    html`${description}${required ? html` <strong>Required.</strong>` : undefined} Attributes as in <code>${of.name}</code>.`,
  ]);
  return table(["Nested", "Count", "Description"], rows);
}

function filesOf({ files }: Extract<RequestBody, { media: "multipart" }>): Html {
  const rows = Object.entries(files).map(([name, { types, limit, required, description }]) => [
    html`<code>${name}</code>`,
    html`${codes(types)}, up to ${limit / mebibyte} MiB`,
    html`${description}${required ? html` <strong>Required.</strong>` : undefined}`,
  ]);
  return table(["File", "Types and size", "Description"], rows);
}

function exampleOf({ method }: Route, { path, request, status, response }: Example): Html {
  const requestText = request === undefined ? "" : `\n\n${JSON.stringify(request, null, 2)}`;
  const answer = response === undefined ? undefined : JSON.stringify(response, null, 2);
  return html`<details><summary>Example: ${status}</summary>
<pre tabindex="0"><code data-copy="request">${`${method} /api/v3${path}${requestText}`}</code></pre>
${answer === undefined ? undefined : html`<pre tabindex="0"><code data-copy="answer">${answer}</code></pre>`}
</details>`;
}
