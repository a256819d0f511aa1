import { readdirSync, readFileSync } from "node:fs";

/** What the catalogue says of a resource: facts only, in a notation of our own (docs/design/kernel.md). */
export interface ResourceFacts {
  /** Under which its records stand in a body; empty for what has no records. */
  readonly root: string;
  /** Scopes that read it at all. */
  readonly scopes: readonly string[];
  /** `GET /bookings/:booking_id`, with the scopes of which a caller needs one. */
  readonly endpoints: Readonly<Record<string, readonly string[]>>;
  /** Search parameters with their types. */
  readonly search: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, "one" | "many">>;
  /** Each as `AttributeFacts` in one line (see `attributeFacts`). */
  readonly attributes: Readonly<Record<string, string>>;
}

/** What the catalogue says of an attribute. */
export interface AttributeFacts {
  /** Integer, String, Text, Decimal … */
  readonly type: string;
  /** `all`, or the scopes that read it; none: nobody does. */
  readonly read: readonly string[];
  /** The scopes that write it; none: nobody does. */
  readonly write: readonly string[];
  readonly required: boolean;
  /** An enumeration by its name. */
  readonly oneOf: string | undefined;
  /** By their names: minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, minItems, format. */
  readonly limits: Readonly<Record<string, string>>;
}

/** All of the catalogue: resources by name, enumerations by name. */
export interface Catalogue {
  readonly resources: Readonly<Record<string, ResourceFacts>>;
  readonly enums: Readonly<Record<string, readonly string[]>>;
}

/** Reads `String; read all; write rentals_write; required; oneOf currencies; maxLength 100`, in this order, each part but the first optional. */
export function attributeFacts(line: string): AttributeFacts {
  const [type = "", ...parts] = line.split("; ");
  const said = new Map(
    parts.map((part) => {
      const [word = "", ...rest] = part.split(" ");
      return [word, rest] as const;
    }),
  );
  const { read, write, required, oneOf, ...limits } = Object.fromEntries(said);
  return {
    type,
    read: read ?? [],
    write: write ?? [],
    required: required !== undefined,
    oneOf: oneOf?.[0],
    limits: Object.fromEntries(Object.entries(limits).map(([name, rest]) => [name, (rest ?? []).join(" ")])),
  };
}

const folder = new URL("./resources/", import.meta.url);
const parsed = (url: URL): Json => JSON.parse(readFileSync(url, "utf8"));

/** The reference's part of the catalogue, as it is kept here. */
export function keptReference(): Catalogue {
  const names = readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ""))
    .sort();
  const entries = names.map((name) => [name, resourceFacts(parsed(new URL(`${name}.json`, folder)))] as const);
  return { resources: Object.fromEntries(entries), enums: listsOf(parsed(new URL("./enums.json", import.meta.url))) };
}

/** The whole catalogue: the reference, and over it what the specification's other pages say. */
export function keptCatalogue(): Catalogue {
  const { resources, enums } = keptReference();
  const beyond = parsed(new URL("./beyond.json", import.meta.url));
  const merged = { ...resources };
  for (const [name, added] of Object.entries(beyond)) {
    const known = resources[name];
    const facts = resourceFacts(isJson(added) ? added : {}, known);
    merged[name] = facts;
  }
  return { resources: merged, enums };
}

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

function resourceFacts(given: Json, over?: ResourceFacts): ResourceFacts {
  return {
    root: typeof given.root === "string" ? given.root : (over?.root ?? ""),
    scopes: Array.isArray(given.scopes) ? given.scopes.map(String) : (over?.scopes ?? []),
    endpoints: { ...over?.endpoints, ...listsOf(given.endpoints) },
    search: { ...over?.search, ...textsOf(given.search) },
    links: { ...over?.links, ...linksOf(given.links) },
    attributes: { ...over?.attributes, ...textsOf(given.attributes) },
  };
}

const entriesOf = (value: unknown): [string, unknown][] => (isJson(value) ? Object.entries(value) : []);
const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(entriesOf(value).map(([name, text]) => [name, String(text)]));
const listsOf = (value: unknown): Record<string, string[]> =>
  Object.fromEntries(entriesOf(value).map(([name, list]) => [name, [list].flat().map(String)]));
const linksOf = (value: unknown): Record<string, "one" | "many"> =>
  Object.fromEntries(entriesOf(value).map(([name, kind]) => [name, kind === "many" ? "many" : "one"]));
