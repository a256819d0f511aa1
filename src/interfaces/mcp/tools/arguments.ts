import { createHash } from "node:crypto";
import { dayOfInstant, formatDay } from "../../../core/day.ts";
import type { AgentResource, AgentResources } from "../../../kernel/agent-schema.ts";
import type { RecordId } from "../../../kernel/key.ts";
import { type Bound, filterValue } from "../../../kernel/read/filter/filter-values.ts";
import type { SortKey } from "../../../kernel/read/filter/sort.ts";
import { type Fields, linkOf } from "../../../kernel/read/view.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { jsonExcess } from "../../http/bodies/json-bounds.ts";
import { invalidParams } from "../rpc/rpc-error.ts";
import { elsewhere } from "./elsewhere.ts";
import { linksOf, type Related } from "./records/related-fields.ts";

/** The fields to show of each record. */
export interface ShownFields {
  readonly fields: Fields;
  readonly related: Related;
}

/** The unvalidated arguments of one tool call. Null counts as absent. */
export class Arguments {
  private readonly values: ReadonlyMap<string, unknown>;
  /** The UTC day of the call, for error messages: agents rarely know the date. */
  readonly today: string;

  /**
   * @param properties JSON Schemas of the tool's arguments, by name
   * @param aliases alternative names, each mapped to an argument
   * @param now epoch milliseconds
   * @throws RpcError -32602 naming an unknown argument and the valid ones
   */
  constructor(
    input: Readonly<Record<string, unknown>>,
    properties: Readonly<Record<string, unknown>>,
    { aliases = {}, now }: { readonly aliases?: Readonly<Record<string, string>> | undefined; readonly now: number },
  ) {
    this.today = formatDay(dayOfInstant(now));
    const values = new Map<string, unknown>();
    const sentAs = new Map<string, string>();
    for (const [key, value] of Object.entries(input)) {
      const name = aliases[key] ?? key;
      if (!Object.hasOwn(properties, name)) throw unknownArgument(key, Object.keys(properties));
      if (value === null || value === undefined) continue;
      const other = sentAs.get(name);
      if (other !== undefined)
        throw invalidParams(`Invalid params: ${other} and ${key} are the same argument. Send one.`);
      sentAs.set(name, key);
      values.set(name, parsedStructure(name, value, properties[name]));
    }
    this.values = values;
  }

  get(name: string): unknown {
    return this.values.get(name);
  }

  /** The names of the present arguments. */
  names(): readonly string[] {
    return [...this.values.keys()];
  }

  /** The agent resource that `resource` names. @throws RpcError -32602 naming the valid ones */
  resource(resources: AgentResources): AgentResource {
    const name = this.values.get("resource");
    const found = typeof name === "string" ? resources.get(name) : undefined;
    if (found) return found;
    const hint = typeof name === "string" && Object.hasOwn(elsewhere, name) ? ` (${elsewhere[name]})` : "";
    const problem = typeof name === "string" ? `unknown resource ${short(name)}${hint}` : "resource is required";
    throw invalidParams(`Invalid params: ${problem}. Known resources: ${[...resources.keys()].join(", ")}.`);
  }

  /**
   * Reads `fields`: an array or comma list of attributes and relations, or `*` for all. A relation may be named by its id (`client_id`), or
   * with an attribute of its record (`client.fullname`).
   * @param defaults the fields when `fields` is absent; all when omitted
   */
  fields(agentResource: AgentResource, resources: AgentResources, defaults?: readonly string[]): ShownFields {
    const value = this.values.get("fields") ?? defaults;
    const names = value === undefined ? ["*"] : items(value, "fields");
    if (names.length === 1 && names[0] === "*") return { fields: undefined, related: new Map() };
    const dotted = names.filter((name) => typeof name === "string").filter((name) => name.includes("."));
    const related = Map.groupBy(
      dotted.map((name) => relatedName(name, agentResource, resources)),
      ({ relation }) => relation,
    );
    const attributes = new Map(
      [...related].map(([relation, all]) => [relation, all.map(({ attribute }) => attribute)]),
    );
    const own = this.ownFields(
      names.filter((name) => typeof name !== "string" || !name.includes(".")),
      agentResource,
    );
    return { fields: new Set([...own, ...linksOf(attributes)]), related: attributes };
  }

  private ownFields(names: readonly unknown[], { resource, fields: valid, relations }: AgentResource): Set<string> {
    const fields = new Set<string>();
    for (const name of names) {
      if (typeof name === "string" && !valid.includes(name) && relations.has(name.replace(/_ids?$/, ""))) {
        fields.add(linkOf(name.replace(/_ids?$/, "")));
        continue;
      }
      if (typeof name !== "string" || !valid.includes(name)) {
        throw invalidParams(
          `Invalid params: ${resource.name} have no field ${shownName(name)}. Known fields: ${valid.join(", ")}.`,
        );
      }
      fields.add(relations.has(name) ? linkOf(name) : name);
    }
    return fields;
  }

  /** Reads `sort`: an array or comma list of attributes, each with `-` for descending. */
  sort({ resource, sorts }: AgentResource): SortKey[] | undefined {
    const value = this.values.get("sort");
    if (value === undefined) return undefined;
    const names = items(value, "sort");
    if (names.length > maxSorts) throw invalidParams(`Invalid params: sort takes at most ${maxSorts} attributes.`);
    return names.map((name) => {
      const text = typeof name === "string" ? name : "";
      const key = text.replace(/^-/, "");
      if (sorts.includes(key)) return { key, isDescending: text.startsWith("-") };
      throw invalidParams(
        `Invalid params: ${resource.name} cannot be sorted by ${shownName(name)}. Known attributes: ${sorts.join(", ")}.`,
      );
    });
  }

  /** Reads `ids`: an array or comma list. */
  ids({ resource }: AgentResource): RecordId[] | undefined {
    const value = this.values.get("ids");
    if (value === undefined) return undefined;
    return items(value, "ids").map((item) => idOf(resource.key, item, "ids"));
  }

  /** Reads `id`. */
  id({ resource }: AgentResource): RecordId {
    return idOf(resource.key, this.values.get("id"), "id");
  }

  /** An eight-character digest of all arguments but the excluded ones. Different questions have different digests. */
  digest(excluded: readonly string[]): string {
    const entries = [...this.values].filter(([name]) => !excluded.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1));
    return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 8);
  }

  /** Reads an integer of at least `minimum`. */
  integer(name: string, fallback: number, minimum: number): number {
    const input = this.values.get(name);
    if (input === undefined) return fallback;
    const value = typeof input === "string" && /^\d{1,9}$/.test(input) ? Number(input) : input;
    const isInteger = typeof value === "number" && Number.isInteger(value);
    if (isInteger && value >= minimum && value <= maxInteger) return value;
    const bound = isInteger && value > maxInteger ? `most ${maxInteger}` : `least ${minimum}`;
    throw invalidParams(`Invalid params: ${name} must be an integer of at ${bound}.`);
  }

  /** Reads a time, in the database's form. A bare date is its midnight. */
  time(name: string): Bound | undefined {
    const value = this.values.get(name);
    if (value === undefined) return undefined;
    const accepted = filterValue("timestamptz", value);
    if ("problem" in accepted) throw invalidParams(`Invalid params: ${name} ${accepted.problem}.`);
    return accepted.value;
  }
}

function unknownArgument(name: string, valid: readonly string[]): Error {
  return invalidParams(`Invalid params: unknown argument ${short(name)}. Known arguments: ${valid.join(", ")}.`);
}

/** Parses an object or array that was sent as JSON text: some clients send every argument as a string. */
function parsedStructure(name: string, value: unknown, schema: unknown): unknown {
  const isStructure = isObject(schema) && (schema.type === "object" || schema.type === "array");
  if (!isStructure || typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  const excess = jsonExcess(Buffer.from(value));
  if (excess) throw invalidParams(`Invalid params: ${name} ${excess.problem}.`);
  try {
    return JSON.parse(value);
  } catch {
    throw invalidParams(`Invalid params: ${name} is not valid JSON.`);
  }
}

function relatedName(
  name: string,
  { resource }: AgentResource,
  resources: AgentResources,
): { readonly relation: string; readonly attribute: string } {
  const [relation = "", attribute = ""] = name.split(".");
  const declared = Object.hasOwn(resource.relations, relation) ? resource.relations[relation] : undefined;
  const target = declared?.kind === "one" ? resources.get(declared.traits.target) : undefined;
  if (!target)
    throw invalidParams(
      `Invalid params: fields names ${short(name)}, but ${resource.name} have no single-record relation ${short(relation)}.`,
    );
  const valid = target.fields.filter((field) => !target.relations.has(field) && field !== "links");
  if (valid.includes(attribute)) return { relation, attribute };
  throw invalidParams(
    `Invalid params: ${target.resource.name} have no field ${short(attribute)}, named in fields. Known fields: ${valid.join(", ")}.`,
  );
}

/** Limit of a count, an offset or an id that is an argument. */
const maxInteger = 999_999_999;

/** Limit on the ids or fields of one call. */
const maxItems = 1000;

/** Limit on sort attributes. */
const maxSorts = 3;

function items(value: unknown, name: string): unknown[] {
  const list: unknown = typeof value === "string" ? value.split(",").map((item) => item.trim()) : value;
  if (!Array.isArray(list) || list.length === 0 || list.length > maxItems) {
    throw invalidParams(
      `Invalid params: ${name} must be an array or a comma-separated list of 1 to ${maxItems} items.`,
    );
  }
  return list;
}

function idOf(key: AgentResource["resource"]["key"], value: unknown, name: string): RecordId {
  const id = typeof value === "string" || typeof value === "number" ? key.parse(String(value).trim()) : undefined;
  if (id !== undefined) return id;
  const form = key.sqlType === "uuid" ? "UUIDs" : "numbers";
  throw invalidParams(`Invalid params: ${name} must hold record ids. The ids of this resource are ${form}.`);
}

/** Other types are not converted: an object may have its own toString, and an array may be nested too deeply. */
function shownName(name: unknown): string {
  return typeof name === "string" ? short(name) : "(not a string)";
}

function short(text: string): string {
  return text.slice(0, 60);
}
