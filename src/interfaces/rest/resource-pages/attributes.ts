import { withWriters } from "../../../kernel/access/scopes.ts";
import type { Attribute, Readers } from "../../../kernel/attribute.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import type { Relation } from "../../../kernel/relation.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { generated } from "../../web/docs/contents.ts";
import { type Html, html } from "../../web/pages/html.ts";
import { codes, joined, limitsOf, table } from "./schema-words.ts";
import type { Writers } from "./writers.ts";

/** A resource's attributes: type, limits, and the scopes that read and write each one. */
export function attributeTable({ attributes }: Resource, writers: Writers): Html {
  const rows = Object.entries(attributes).map(([name, attribute]) => [
    html`<code id="attribute-${name}">${name}</code>`,
    html`${attribute.type.title}${nullableWord(attribute)}`,
    described(attribute),
    readersCell(attribute.traits.readers),
    writersCell(attribute, writers.get(name)),
  ]);
  return table(["Attribute", "Type", "Description", "Read scopes", "Write scopes"], rows);
}

const nullableWord = ({ traits }: Attribute<unknown>): string =>
  traits.readers === "nobody" || traits.present ? "" : " or null";

function described({ type, traits, translated }: Attribute<unknown>): Html {
  const words = [
    ...(traits.required ? [html`<strong>Required</strong> on creation`] : []),
    ...(traits.onlyOnCreation ? [html`writable on creation only`] : []),
    ...(translated ? [html`translated: <code>…_en</code> sets one language`] : []),
    ...(traits.near ? [html`at most ten years ahead`] : []),
    ...(traits.personal ? [html`personal data`] : []),
    ...limitsOf(type.localeSchema ?? (traits.writable ? type.writeSchema : type.readSchema)),
  ];
  return html`${traits.description ?? ""}${words.length > 0 ? html` <span class="fine">${joined(words)}.</span>` : undefined}`;
}

/** The scopes that read an attribute, among those that read the record. */
export function readersCell(readers: Readers): Html | string {
  if (readers === "all") return "all that read the record";
  return readers === "nobody" ? "write-only" : codes(withWriters(readers));
}

function writersCell({ traits }: Attribute<unknown>, scopes: ReadonlySet<string> | undefined): Html | string {
  if (scopes) return codes(scopes);
  return traits.writable ? "not directly" : "read-only";
}

/** A resource's links: their targets, and how to write them. */
export function relationTable({ relations }: Resource, registry: ResourceRegistry, writers: Writers): Html {
  const rows = Object.entries(relations).map(([name, relation]) => [
    html`<code id="link-${name}">${name}</code>`,
    targetCell(relation, registry),
    relation.traits.description ?? "",
    readersCell(relation.kind === "oneOf" ? relation.readers : relation.traits.readers),
    writtenCell(relation, writers),
  ]);
  return table(["Link", "Target", "Description", "Read scopes", "Written as"], rows);
}

function targetCell(relation: Relation, registry: ResourceRegistry): Html {
  const targets = relation.kind === "oneOf" ? Object.values(relation.targets) : [relation.traits.target];
  const number = relation.kind === "many" ? "several " : "one ";
  return html`${number}${targets.map((target, index) => html`${index > 0 ? " or " : ""}${resourceLink(registry.find(target), target)}`)}`;
}

/** A link to a resource's page, or its name when it has no page. */
export const resourceLink = (resource: Resource | undefined, name: string): Html =>
  resource ? html`<a href="${pathOfResource(resource)}"><code>${name}</code></a>` : html`<code>${name}</code>`;

export const pathOfResource = ({ name }: Resource): string => `${generated.resources.path}/${name}`;

function writtenCell(relation: Relation, writers: Writers): Html | string {
  if (relation.kind === "oneOf" || !relation.written) return "read-only";
  const { name, attribute } = relation.written;
  const scopes = writers.get(name);
  const needed = attribute.traits.required ? html` <span class="fine">required</span>` : undefined;
  return html`<code>${name}</code>${needed}${scopes ? html`, with ${codes(scopes)}` : undefined}`;
}
