import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { constraintsOf } from "./constraints.ts";
import type { Catalogue, ResourceFacts } from "./facts.ts";
import { readYaml, type Yaml } from "./yaml.ts";

/** The reference's folder beside a checkout. */
const folder = fileURLToPath(new URL("../../../shared/reference/", import.meta.url));

/** Reads the reference; undefined when it is not beside the repository. */
export function readReference(): Catalogue | undefined {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(`${folder}resources`).sort();
  const resources = files.map((file) => {
    const name = file.replace(/\.yaml$/, "");
    return [name, resourceFacts(name, readYaml(readFileSync(`${folder}resources/${file}`, "utf8")))] as const;
  });
  return {
    resources: Object.fromEntries(resources),
    enums: enumsIn(readYaml(readFileSync(`${folder}enums.yaml`, "utf8"))),
  };
}

type Entries = { readonly [name: string]: Yaml };

const isList = (value: Yaml | undefined): value is readonly string[] => Array.isArray(value);
const entriesOf = (value: Yaml | undefined): Entries => (typeof value === "object" && !isList(value) ? value : {});
const listOf = (value: Yaml | undefined): readonly string[] => (isList(value) ? value : []);
const mapped = <T>(entries: Entries, make: (value: Yaml, name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, make(value, name)]));

function resourceFacts(name: string, page: Entries): ResourceFacts {
  const scopes = listOf(page.scopes).map(scopeNamed);
  const attributes = withLocales(entriesOf(page.attributes));
  const writers = [...new Set(Object.values(attributes).flatMap((one) => writersOf(entriesOf(one))))];
  const writing = writers.length > 0 ? writers : scopes.filter((scope) => /_write(_owned)?$/.test(scope));
  return {
    root: String(page.resource),
    scopes,
    endpoints: Object.fromEntries(
      listOf(page.endpoints).map((endpoint) => [endpoint, endpoint.startsWith("GET ") ? scopes : writing]),
    ),
    search: mapped(entriesOf(page.search_parameters), (one) => String(entriesOf(one).type)),
    links: Object.fromEntries(
      // The target may follow the link's name in brackets.
      Object.entries(entriesOf(page.links)).map(([link, one]) => [link.split(" ")[0], one === "ids" ? "many" : "one"]),
    ),
    attributes: mapped(attributes, (one, attribute) => attributeLine(`${name}.${attribute}`, entriesOf(one))),
  };
}

/** Merges `name_*locale*`, the text of `name` in one locale, into `name`. */
function withLocales(attributes: Entries): Entries {
  const suffix = "_*locale*";
  const whole = { ...attributes };
  for (const [name, localized] of Object.entries(attributes).filter(([one]) => one.endsWith(suffix))) {
    const base = name.slice(0, -suffix.length);
    const { write = [], constraints = "" } = entriesOf(localized);
    whole[base] = { ...entriesOf(attributes[base]), write, constraints };
    delete whole[name];
  }
  return whole;
}

/** The writing scopes of an attribute. A few lists in the reference also contain reading ones. */
const writersOf = ({ write }: Entries): string[] =>
  listOf(write)
    .map(scopeNamed)
    .filter((scope) => /_write(_owned)?$/.test(scope));

/** The reference sometimes uses hyphens. */
const scopeNamed = (scope: string): string => scope.replaceAll("-", "_");

function attributeLine(name: string, attribute: Entries): string {
  const { type, read, constraints } = attribute;
  const readers = read === "all" ? ["all"] : listOf(read).map(scopeNamed);
  const writers = writersOf(attribute);
  return [
    String(type),
    ...(readers.length > 0 ? [`read ${readers.join(" ")}`] : []),
    ...(writers.length > 0 ? [`write ${writers.join(" ")}`] : []),
    ...constraintsOf(name, constraints === undefined ? "" : String(constraints)),
  ].join("; ");
}

/** Collects enumerations: lists as they are; for objects, their names or their nested lists. */
function enumsIn(page: Entries): Record<string, string[]> {
  return mapped(page, (value) => (isList(value) ? [...value] : namesIn(entriesOf(value))));
}

/** Collects an object's names, or the values of its nested lists. */
function namesIn(entries: Entries): string[] {
  return Object.entries(entries).flatMap(([name, inner]) => (isList(inner) ? [...inner] : [name]));
}
