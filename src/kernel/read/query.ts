import type { Caller } from "../access/caller.ts";
import { mayAny, withWriters } from "../access/scopes.ts";
import { badRequest, forbidden, insufficientScope } from "../errors.ts";
import { leaves, partOf } from "../limits.ts";
import type { Option } from "../option.ts";
import type { ResourceRegistry } from "../registry.ts";
import type { Relation } from "../relation.ts";
import type { Resource } from "../resource.ts";
import type { SearchParameters } from "../search.ts";
import { timeValue } from "../values/time.ts";
import { readCursor } from "./filter/cursor.ts";
import type { FilterKey } from "./filter/filter.ts";
import type { SortKey } from "./filter/sort.ts";
import type { MoreLinks } from "./more-links.ts";
import type { ShortLinks } from "./short-links.ts";
import type { Fields } from "./view.ts";
import type { QueryScope } from "./visible/read-scope.ts";

/** Relations to embed, at most two levels deep (conventions.md, Reading). */
export interface Includes {
  readonly [relation: string]: Includes;
}

/** A validated read request. */
export interface ReadQuery {
  readonly fields: Fields;
  readonly includes: Includes;
  /** Values of the resource's options; absent: none given. */
  readonly options?: ReadonlyMap<string, unknown>;
  /** Collects the version of a single record (version.ts), by id; absent: not needed. */
  readonly versions?: Map<string, string>;
  /** Collects truncated arrays of ids; absent: not needed. */
  readonly moreLinks?: MoreLinks;
  /** Omits long relations and collects their names. */
  readonly shortLinks?: ShortLinks;
}

/** A validated request for part of a list. `values` holds the statement's parameters, `limit`, `offset` and an optional `after`. */
export interface PageQuery extends ReadQuery {
  /** Names of the search parameters in the request, in declaration order. */
  readonly searchNames: readonly string[];
  readonly filters?: readonly FilterKey[];
  /** Absent: by id. */
  readonly sort?: readonly SortKey[];
  /** Whether to count the rows that the list's defaults exclude. */
  readonly countsHidden?: boolean;
  readonly values: ReadonlyMap<string, unknown>;
}

/** The same with page numbers, as the REST API uses them. */
export interface ListQuery extends PageQuery {
  readonly page: number;
  readonly perPage: number;
}

const readParameters = ["fields", "include"];
const listParameters = [...readParameters, "page", "per_page", "after", "updated_since"];
const since = timeValue();

/** Parameters of a request by name, each once. */
export type RawParameters = ReadonlyMap<string, string>;

/** Parses the parameters of a read by id. @throws RequestError 400, naming the parameter */
export function readQuery({ queries, caller }: QueryScope, resource: Resource, raw: RawParameters): ReadQuery {
  const widening = wideningParameters(resource);
  assertKnown(raw, [...readParameters, ...Object.keys(resource.options), ...Object.keys(widening)]);
  searchValues(resource, widening, caller, raw);
  return {
    options: optionsOf(resource, raw),
    fields: fieldsOf(resource, raw.get("fields")),
    includes: includesOf(queries.registry, resource, raw.get("include")),
  };
}

/** Parses a list's parameters. @throws RequestError 400 naming the parameter, 403 for a parameter that needs another scope */
export function listQuery({ queries, caller }: QueryScope, resource: Resource, raw: RawParameters): ListQuery {
  assertKnown(raw, [...listParameters, ...Object.keys(resource.search), ...Object.keys(resource.options)]);
  assertRequired(resource, raw);
  const searched = searchValues(resource, resource.search, caller, raw);
  const values = new Map([...optionsOf(resource, raw), ...searched]);
  const searchNames = [...searched.keys()];
  const updatedSince = raw.get("updated_since");
  if (updatedSince !== undefined) {
    const accepted = since.accept(updatedSince);
    if ("problem" in accepted) throw badRequest(`The parameter updated_since ${accepted.problem}.`);
    values.set("updated_since", since.toDatabase(accepted.value));
    searchNames.push("updated_since");
  }
  const { maxPerPage } = resource;
  const perPage = Math.min(positive(raw, "per_page", maxPerPage), maxPerPage);
  const page = positive(raw, "page", 1);
  const after = raw.get("after");
  if (after !== undefined) values.set("after", readCursor({ resource, searchNames, values }, after));
  values.set("limit", perPage);
  values.set("offset", after === undefined ? (page - 1) * perPage : 0);
  return {
    fields: fieldsOf(resource, raw.get("fields")),
    includes: includesOf(queries.registry, resource, raw.get("include")),
    page,
    perPage,
    searchNames,
    values,
  };
}

/**
 * A list's parameters that widen what is shown. A read by id accepts them too, and ignores them where `Deletion.singleRead` shows such
 * records anyway (conventions.md, Envelope).
 */
export function wideningParameters({ search, deletion }: Resource): SearchParameters {
  const name = deletion?.listedBy;
  const parameter = name === undefined ? undefined : search[name];
  return name === undefined || parameter === undefined ? {} : { [name]: parameter };
}

/** The search parameters' values, in declaration order. @throws RequestError 400, 403 */
function searchValues(
  resource: Resource,
  known: SearchParameters,
  caller: Caller,
  raw: RawParameters,
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const part = partOf(caller.scopes, resource);
  for (const [name, parameter] of Object.entries(known)) {
    const text = raw.get(name);
    if (text === undefined) continue;
    if (parameter.requires !== undefined && !raw.has(parameter.requires))
      throw badRequest(
        `The parameter ${name} requires ${parameter.requires}, because ids of different resources overlap.`,
      );
    const sufficient = parameter.scopes && withWriters(parameter.scopes);
    if (sufficient && !mayAny(caller.scopes, sufficient)) throw insufficientScope(`The parameter ${name}`, sufficient);
    if (!leaves(part, "search", name))
      throw forbidden(`The parameter ${name} compares an attribute that your role cannot read.`);
    values.set(name, boundValue(name, parameter, text));
  }
  return values;
}

function optionsOf(resource: Resource, raw: RawParameters): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, option] of Object.entries(resource.options)) {
    const text = raw.get(name);
    if (text !== undefined) values.set(name, boundValue(name, option, text));
  }
  return values;
}

/** A parameter's database value. */
function boundValue(name: string, { type }: Option, text: string): unknown {
  const accepted = type.accept(text);
  if ("problem" in accepted) throw badRequest(`The parameter ${name} ${accepted.problem}.`);
  return type.toDatabase(accepted.value);
}

/** @throws RequestError 400 for an unknown parameter: ignoring a typo would return more than was asked for */
export function assertKnown(raw: RawParameters, known: readonly string[]): void {
  const unknown = [...raw.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const hint = known.length === 0 ? "This endpoint takes no parameters." : `Known parameters: ${known.join(", ")}.`;
  throw badRequest(`Unknown parameter ${unknown}. ${hint}`);
}

/** An empty value counts as missing. */
function assertRequired({ search }: Resource, raw: RawParameters): void {
  for (const [name, { required, description }] of Object.entries(search)) {
    if (required && !raw.get(name)?.trim()) throw badRequest(`The parameter ${name} is required. ${description}`);
  }
}

/** Parses a positive integer parameter. @throws RequestError 400 naming it */
export function positive(raw: RawParameters, name: string, fallback: number): number {
  const text = raw.get(name);
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw badRequest(`The parameter ${name} must be a positive integer.`);
  return Number(text);
}

/** Parses the parameter `fields`. @throws RequestError 400 naming an unknown attribute */
export function fieldsOf(resource: Resource, text: string | undefined): Fields {
  if (text === undefined) return undefined;
  const fields = new Set<string>();
  for (const name of listed(text)) {
    const attribute = Object.hasOwn(resource.attributes, name) ? resource.attributes[name] : undefined;
    if (name !== "links" && (attribute === undefined || attribute.traits.readers === "nobody")) {
      throw badRequest(`The parameter fields names ${name}, which is not an attribute of ${resource.name}.`);
    }
    fields.add(name);
  }
  if (fields.size === 0) throw badRequest("The parameter fields must name at least one attribute.");
  return fields;
}

function includesOf(registry: ResourceRegistry, resource: Resource, text: string | undefined): Includes {
  const includes: Record<string, Record<string, Includes>> = {};
  if (text === undefined) return includes;
  for (const path of listed(text)) {
    const [first = "", second, ...deeper] = path.split(".");
    if (deeper.length > 0) throw badRequest(`The parameter include names ${path}, which is more than two levels deep.`);
    const targets = includable(registry, [resource], first, path);
    includes[first] ??= {};
    if (second === undefined) continue;
    if (targets.length === 0)
      throw badRequest(`The parameter include names ${path}, but records of ${first} are not available.`);
    includable(registry, targets, second, path);
    includes[first][second] = {};
  }
  return includes;
}

/** The targets of a relation that any of `resources` has: several for polymorphic relations, none for a planned target. */
function includable(
  registry: ResourceRegistry,
  resources: readonly Resource[],
  name: string,
  path: string,
): Resource[] {
  const relations = resources.flatMap(({ relations }) => {
    const relation = Object.hasOwn(relations, name) ? relations[name] : undefined;
    return relation ? [relation] : [];
  });
  if (relations.length > 0) return relations.flatMap((relation) => targetsOf(registry, relation));
  const names = [...new Set(resources.flatMap(({ relations }) => Object.keys(relations)))].join(", ") || "none";
  const whose = resources.map((resource) => resource.name).join(" and ");
  throw badRequest(`The parameter include names ${path}, which ${whose} cannot embed. Known relations: ${names}.`);
}

function targetsOf(registry: ResourceRegistry, relation: Relation): Resource[] {
  if (relation.kind === "oneOf") return Object.values(relation.targets).map((target) => registry.get(target));
  return relation.traits.planned ? [] : [registry.get(relation.traits.target)];
}

function listed(text: string): string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
