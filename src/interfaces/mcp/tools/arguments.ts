import { createHash } from "node:crypto";
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

/** What an answer shows of its records. */
export interface ShownFields {
  readonly fields: Fields;
  readonly related: Related;
}

/** The arguments of one call of a tool, of which nothing is certain. One that is null counts as left out. */
export class Arguments {
  private readonly given: ReadonlyMap<string, unknown>;

  /**
   * @param properties JSON Schemas of every argument that the tool takes, by name
   * @param aliases other names of some of them
   * @throws RpcError -32602 naming an unknown one, and the known
   */
  constructor(
    input: Readonly<Record<string, unknown>>,
    properties: Readonly<Record<string, unknown>>,
    aliases: Readonly<Record<string, string>> = {},
  ) {
    const given = new Map<string, unknown>();
    for (const [written, value] of Object.entries(input)) {
      const name = aliases[written] ?? written;
      if (!Object.hasOwn(properties, name)) throw unknownArgument(written, Object.keys(properties));
      if (value === null || value === undefined) continue;
      if (given.has(name)) throw invalidParams(`Invalid params: ${name} and ${written} are one argument; give one.`);
      given.set(name, structureIn(name, value, properties[name]));
    }
    this.given = given;
  }

  get(name: string): unknown {
    return this.given.get(name);
  }

  /** The resource that `resource` names. @throws RpcError -32602 naming those that there are */
  resource(resources: AgentResources): AgentResource {
    const name = this.given.get("resource");
    const found = typeof name === "string" ? resources.get(name) : undefined;
    if (found) return found;
    const why = typeof name === "string" && Object.hasOwn(elsewhere, name) ? ` (${elsewhere[name]})` : "";
    const what =
      typeof name === "string" ? `there is no resource ${short(name)}${why}` : "the argument resource is missing";
    throw invalidParams(`Invalid params: ${what}; there are: ${[...resources.keys()].join(", ")}.`);
  }

  /**
   * The attributes and relations that `fields` names, as an array or a comma list, `*` for all. A relation is named as its id too, and as
   * `client.fullname` for an attribute of the record that it leads to.
   * @param usual what counts where nothing is named; absent: all
   */
  fields(known: AgentResource, resources: AgentResources, usual?: readonly string[]): ShownFields {
    const given = this.given.get("fields") ?? usual;
    const named = given === undefined ? ["*"] : items(given, "fields");
    if (named.length === 1 && named[0] === "*") return { fields: undefined, related: new Map() };
    const dotted = named.filter((name) => typeof name === "string").filter((name) => name.includes("."));
    const related = Map.groupBy(
      dotted.map((name) => relatedName(name, known, resources)),
      ({ relation }) => relation,
    );
    const attributes = new Map(
      [...related].map(([relation, all]) => [relation, all.map(({ attribute }) => attribute)]),
    );
    const own = this.ownFields(
      named.filter((name) => typeof name !== "string" || !name.includes(".")),
      known,
    );
    return { fields: new Set([...own, ...linksOf(attributes)]), related: attributes };
  }

  private ownFields(named: readonly unknown[], { resource, fields: known, relations }: AgentResource): Set<string> {
    const fields = new Set<string>();
    for (const name of named) {
      if (typeof name === "string" && !known.includes(name) && relations.has(name.replace(/_ids?$/, ""))) {
        fields.add(linkOf(name.replace(/_ids?$/, "")));
        continue;
      }
      if (typeof name !== "string" || !known.includes(name)) {
        // What is no text cannot always be made one: an object may bring a toString of its own, and arrays may lie too deep.
        const wrong = typeof name === "string" ? short(name) : "no text";
        throw invalidParams(
          `Invalid params: fields names ${wrong}, which ${resource.name} do not have; they have: ${known.join(", ")}.`,
        );
      }
      fields.add(relations.has(name) ? linkOf(name) : name);
    }
    return fields;
  }

  /** The attributes that `sort` names, as an array or a comma list, each with `-` for descending. */
  sort({ resource, sorts }: AgentResource): SortKey[] | undefined {
    const given = this.given.get("sort");
    if (given === undefined) return undefined;
    const named = items(given, "sort");
    if (named.length > maxSorts) throw invalidParams(`Invalid params: sort takes at most ${maxSorts} attributes.`);
    return named.map((name) => {
      const text = typeof name === "string" ? name : "";
      const key = text.replace(/^-/, "");
      if (sorts.includes(key)) return { key, isDescending: text.startsWith("-") };
      const wrong = typeof name === "string" ? short(name) : "no text";
      throw invalidParams(
        `Invalid params: sort names ${wrong}, by which ${resource.name} cannot be sorted; they can be by: ${sorts.join(", ")}.`,
      );
    });
  }

  /** The ids that `ids` names, as an array or a comma list. */
  ids({ resource }: AgentResource): RecordId[] | undefined {
    const given = this.given.get("ids");
    if (given === undefined) return undefined;
    return items(given, "ids").map((item) => idOf(resource.key, item, "ids"));
  }

  /** The id of `id`. */
  id({ resource }: AgentResource): RecordId {
    return idOf(resource.key, this.given.get("id"), "id");
  }

  /** What was asked, but for some arguments, in eight characters: another question is another digest. */
  digest(but: readonly string[]): string {
    const asked = [...this.given].filter(([name]) => !but.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1));
    return createHash("sha256").update(JSON.stringify(asked)).digest("hex").slice(0, 8);
  }

  /** A whole number from `least` on. */
  integer(name: string, fallback: number, least: number): number {
    const given = this.given.get(name);
    if (given === undefined) return fallback;
    const value = typeof given === "string" && /^\d{1,9}$/.test(given) ? Number(given) : given;
    if (typeof value === "number" && Number.isInteger(value) && value >= least && value < 1e9) return value;
    throw invalidParams(`Invalid params: ${name} must be an integer from ${least} on.`);
  }

  /** A time, in the database's form; a day alone is its first moment. */
  time(name: string): Bound | undefined {
    const given = this.given.get(name);
    if (given === undefined) return undefined;
    const accepted = filterValue("timestamptz", given);
    if ("problem" in accepted) throw invalidParams(`Invalid params: ${name} ${accepted.problem}.`);
    return accepted.value;
  }
}

function unknownArgument(name: string, known: readonly string[]): Error {
  return invalidParams(`Invalid params: the argument ${short(name)} is not known; known are: ${known.join(", ")}.`);
}

/** What an object or array is, where it came as JSON text: some clients send all arguments as texts. */
function structureIn(name: string, value: unknown, schema: unknown): unknown {
  const isStructure = isObject(schema) && (schema.type === "object" || schema.type === "array");
  if (!isStructure || typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  const excess = jsonExcess(Buffer.from(value));
  if (excess) throw invalidParams(`Invalid params: ${name} ${excess.problem}.`);
  try {
    return JSON.parse(value);
  } catch {
    throw invalidParams("Invalid params: a text that begins like JSON is none.");
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
    throw invalidParams(`Invalid params: fields names ${short(name)}, but ${resource.name} lead to no such record.`);
  const known = target.fields.filter((field) => !target.relations.has(field) && field !== "links");
  if (known.includes(attribute)) return { relation, attribute };
  throw invalidParams(
    `Invalid params: fields names ${short(name)}, which ${target.resource.name} do not have; they have: ${known.join(", ")}.`,
  );
}

/** The most ids or fields that one call names. */
const maxItems = 1000;

/** The most attributes that a list is sorted by. */
const maxSorts = 3;

function items(given: unknown, name: string): unknown[] {
  const list: unknown = typeof given === "string" ? given.split(",").map((item) => item.trim()) : given;
  if (!Array.isArray(list) || list.length === 0 || list.length > maxItems) {
    throw invalidParams(`Invalid params: ${name} must be an array or a comma list of 1 to ${maxItems} names.`);
  }
  return list;
}

function idOf(key: AgentResource["resource"]["key"], given: unknown, name: string): RecordId {
  const id = typeof given === "string" || typeof given === "number" ? key.parse(String(given).trim()) : undefined;
  if (id !== undefined) return id;
  const form = key.sqlType === "uuid" ? "UUIDs" : "numbers";
  throw invalidParams(`Invalid params: ${name} must name records of the resource by their ids, which are ${form}.`);
}

function short(text: string): string {
  return text.slice(0, 60);
}
