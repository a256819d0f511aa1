import type { AgentResource, AgentResources } from "../../kernel/agent-schema.ts";
import type { RecordId } from "../../kernel/key.ts";
import { type Bound, filterValue } from "../../kernel/read/filter-values.ts";
import type { Fields } from "../../kernel/read/view.ts";
import { invalidParams } from "../rpc/rpc-error.ts";

/** The arguments of one call of a tool, of which nothing is certain. One that is null counts as left out. */
export class Arguments {
  private readonly given: ReadonlyMap<string, unknown>;

  /** @param known every argument that the tool takes @throws RpcError -32602 naming an unknown one, and the known */
  constructor(input: Readonly<Record<string, unknown>>, known: readonly string[]) {
    const unknown = Object.keys(input).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw invalidParams(
        `Invalid params: the argument ${short(unknown)} is not known; known are: ${known.join(", ")}.`,
      );
    }
    this.given = new Map(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
  }

  get(name: string): unknown {
    return this.given.get(name);
  }

  /** The resource that `resource` names. @throws RpcError -32602 naming those that there are */
  resource(resources: AgentResources): AgentResource {
    const name = this.given.get("resource");
    const found = typeof name === "string" ? resources.get(name) : undefined;
    if (found) return found;
    const what = typeof name === "string" ? `there is no resource ${short(name)}` : "the argument resource is missing";
    throw invalidParams(`Invalid params: ${what}; there are: ${[...resources.keys()].join(", ")}.`);
  }

  /** The attributes that `fields` names, as an array or a comma list; undefined for all. */
  fields({ resource, fields: known }: AgentResource): Fields {
    const given = this.given.get("fields");
    if (given === undefined) return undefined;
    const fields = new Set<string>();
    for (const name of items(given, "fields")) {
      if (typeof name !== "string" || !known.includes(name)) {
        // What is no text cannot always be made one: an object may bring a toString of its own, and arrays may lie too deep.
        const wrong = typeof name === "string" ? short(name) : "no text";
        throw invalidParams(
          `Invalid params: fields names ${wrong}, which ${resource.name} do not have; they have: ${known.join(", ")}.`,
        );
      }
      fields.add(name);
    }
    return fields;
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

  /** A whole number from `least` on. */
  integer(name: string, otherwise: number, least: number): number {
    const given = this.given.get(name);
    if (given === undefined) return otherwise;
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

/** The most ids or fields that one call names. */
const mostItems = 1000;

function items(given: unknown, name: string): unknown[] {
  const list: unknown = typeof given === "string" ? given.split(",").map((item) => item.trim()) : given;
  if (!Array.isArray(list) || list.length === 0 || list.length > mostItems) {
    throw invalidParams(`Invalid params: ${name} must be an array or a comma list of 1 to ${mostItems} names.`);
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
