import { readdirSync, readFileSync } from "node:fs";

/** The catalogue's facts about a resource, in our own notation (docs/design/kernel.md). */
export interface ResourceFacts {
  /** The envelope of its records; empty for a resource without records. */
  readonly root: string;
  /** Scopes that can read it. */
  readonly scopes: readonly string[];
  /** `GET /bookings/:booking_id` with its scopes. A caller needs one of them. */
  readonly endpoints: Readonly<Record<string, readonly string[]>>;
  /** Search parameters with their types. */
  readonly search: Readonly<Record<string, string>>;
  readonly links: Readonly<Record<string, "one" | "many">>;
  /** Each in one line (see `attributeFacts`). */
  readonly attributes: Readonly<Record<string, string>>;
}

/** The catalogue's facts about an attribute. */
export interface AttributeFacts {
  /** Integer, String, Text, Decimal … */
  readonly type: string;
  /** `all`, or the scopes that can read it. */
  readonly read: readonly string[];
  /** The scopes that can write it. */
  readonly write: readonly string[];
  readonly required: boolean;
  /** The name of its enumeration. */
  readonly oneOf: string | undefined;
  /** By keyword: minLength, maxLength, minimum, maximum, exclusiveMinimum, exclusiveMaximum, minItems, format. */
  readonly limits: Readonly<Record<string, string>>;
}

/** The whole catalogue: resources and enumerations by name. */
export interface Catalogue {
  readonly resources: Readonly<Record<string, ResourceFacts>>;
  readonly enums: Readonly<Record<string, readonly string[]>>;
}

/** Parses `String; read all; write rentals_write; required; oneOf currencies; maxLength 100`. Only the first part is mandatory. */
export function attributeFacts(line: string): AttributeFacts {
  const [type = "", ...parts] = line.split("; ");
  const named = new Map(
    parts.map((part) => {
      const [word = "", ...rest] = part.split(" ");
      return [word, rest] as const;
    }),
  );
  const { read, write, required, oneOf, ...limits } = Object.fromEntries(named);
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

/** Reads the stored facts of the reference. */
export function keptReference(): Catalogue {
  const names = readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ""))
    .sort();
  const entries = names.map((name) => [name, resourceFacts(parsed(new URL(`${name}.json`, folder)))] as const);
  return { resources: Object.fromEntries(entries), enums: listsOf(parsed(new URL("./enums.json", import.meta.url))) };
}

/** Reads the whole catalogue: the reference, overridden by the specification's other pages. */
export function keptCatalogue(): Catalogue {
  const { resources, enums } = keptReference();
  const beyond = parsed(new URL("./beyond.json", import.meta.url));
  const merged = { ...resources };
  for (const [name, added] of Object.entries(beyond)) {
    merged[name] = resourceFacts(isJson(added) ? added : {}, resources[name]);
  }
  return { resources: merged, enums };
}

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

function resourceFacts(input: Json, base?: ResourceFacts): ResourceFacts {
  return {
    root: typeof input.root === "string" ? input.root : (base?.root ?? ""),
    scopes: Array.isArray(input.scopes) ? input.scopes.map(String) : (base?.scopes ?? []),
    endpoints: { ...base?.endpoints, ...listsOf(input.endpoints) },
    search: { ...base?.search, ...textsOf(input.search) },
    links: { ...base?.links, ...linksOf(input.links) },
    attributes: { ...base?.attributes, ...textsOf(input.attributes) },
  };
}

const entriesOf = (value: unknown): [string, unknown][] => (isJson(value) ? Object.entries(value) : []);
const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(entriesOf(value).map(([name, text]) => [name, String(text)]));
const listsOf = (value: unknown): Record<string, string[]> =>
  Object.fromEntries(entriesOf(value).map(([name, list]) => [name, [list].flat().map(String)]));
const linksOf = (value: unknown): Record<string, "one" | "many"> =>
  Object.fromEntries(entriesOf(value).map(([name, kind]) => [name, kind === "many" ? "many" : "one"]));
