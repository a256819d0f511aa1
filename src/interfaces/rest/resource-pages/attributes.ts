import { withWriters } from "../../../kernel/access/scopes.ts";
import type { Attribute, Readers } from "../../../kernel/attribute.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import type { Relation } from "../../../kernel/relation.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { generated } from "../../web/docs/contents.ts";
import { type Html, html } from "../../web/pages/html.ts";
import { codes, joined, limitsOf, table } from "./schema-words.ts";
import type { Writers } from "./writers.ts";

/** Everything that a record says: type, limits, who reads it and who writes it. */
export function attributeTable({ attributes }: Resource, writers: Writers): Html {
  const rows = Object.entries(attributes).map(([name, attribute]) => [
    html`<code id="attribute-${name}">${name}</code>`,
    html`${attribute.type.title}${nullableWord(attribute)}`,
    described(attribute),
    readersCell(attribute.traits.readers),
    writersCell(attribute, writers.get(name)),
  ]);
  return table(["Attribute", "Type", "What it is", "Read with", "Written with"], rows);
}

const nullableWord = ({ traits }: Attribute<unknown>): string =>
  traits.readers === "nobody" || traits.present ? "" : " or null";

function described({ type, traits, translated }: Attribute<unknown>): Html {
  const words = [
    ...(traits.required ? [html`<strong>Required</strong> in a new record`] : []),
    ...(traits.onlyOnCreation ? [html`only in a new record`] : []),
    ...(translated ? [html`in one language as <code>…_en</code>`] : []),
    ...(traits.near ? [html`at most ten years from today`] : []),
    ...(traits.personal ? [html`personal data`] : []),
    ...limitsOf(type.localeSchema ?? (traits.writable ? type.writeSchema : type.readSchema)),
  ];
  return html`${traits.description ?? ""}${words.length > 0 ? html` <span class="fine">${joined(words)}.</span>` : undefined}`;
}

/** With which scopes it is read: of those that read the record at all. */
export function readersCell(readers: Readers): Html | string {
  if (readers === "all") return "every scope that reads the record";
  return readers === "nobody" ? "never: it is only written" : codes(withWriters(readers));
}

function writersCell({ traits }: Attribute<unknown>, scopes: ReadonlySet<string> | undefined): Html | string {
  if (scopes) return codes(scopes);
  return traits.writable ? "no operation of its own" : "never: it is only read";
}

/** Where a record leads to, and what it may be made to lead to. */
export function relationTable({ relations }: Resource, registry: ResourceRegistry, writers: Writers): Html {
  const rows = Object.entries(relations).map(([name, relation]) => [
    html`<code id="link-${name}">${name}</code>`,
    targetCell(relation, registry),
    relation.traits.description ?? "",
    readersCell(relation.kind === "oneOf" ? relation.readers : relation.traits.readers),
    writtenCell(relation, writers),
  ]);
  return table(["Link", "Leads to", "What it is", "Read with", "Written as"], rows);
}

function targetCell(relation: Relation, registry: ResourceRegistry): Html {
  const targets = relation.kind === "oneOf" ? Object.values(relation.targets) : [relation.traits.target];
  const number = relation.kind === "many" ? "several " : "one of ";
  return html`${number}${targets.map((target, index) => html`${index > 0 ? ", " : ""}${resourceLink(registry.find(target), target)}`)}`;
}

/** A link to the page of a resource; its name where there is none yet. */
export const resourceLink = (resource: Resource | undefined, name: string): Html =>
  resource ? html`<a href="${pathOfResource(resource)}"><code>${name}</code></a>` : html`<code>${name}</code>`;

export const pathOfResource = ({ name }: Resource): string => `${generated.resources.path}/${name}`;

function writtenCell(relation: Relation, writers: Writers): Html | string {
  if (relation.kind === "oneOf" || !relation.written) return "never: it is only read";
  const { name, attribute } = relation.written;
  const scopes = writers.get(name);
  const needed = attribute.traits.required ? html` <span class="fine">required</span>` : undefined;
  return html`<code>${name}</code>${needed}${scopes ? html`, with ${codes(scopes)}` : undefined}`;
}
