import { domains } from "../../layers.mjs";
import { resources } from "../../src/app/registry.ts";
import { isScope, type Scope } from "../../src/kernel/access/scopes.ts";

/** An invalid name. The message is one sentence for the developer. */
export class NameError extends Error {}

/** A new resource's name in all its spellings. */
export interface Names {
  /** `guest_reviews`: table, path and envelope. */
  readonly plural: string;
  readonly singular: string;
  /** `guest-review`: the declaration's file. */
  readonly file: string;
  /** `guest-reviews`: the folders of the module and the test. */
  readonly folder: string;
  /** `guestReview`: the declaration. */
  readonly constant: string;
  /** `guestReviewsRoutes` */
  readonly routes: string;
  /** The module's folder in `src/modules`. */
  readonly domain: string;
  /** `guest review`, and `a guest review`. */
  readonly words: string;
  readonly aWord: string;
  readonly readScope: Scope;
  readonly writeScope: Scope;
}

/** PostgreSQL truncates names at 63 bytes, and constraint names extend the table's. */
const maxLength = 40;

/** Nouns that are reserved words in JavaScript. */
const reserved = ["case", "catch", "class", "default", "enum", "export", "function", "import", "interface", "package"];

/**
 * Checks a name and derives all its spellings.
 * @throws NameError for a name that is no plural in snake_case or is taken, and for unknown scopes or domains
 */
export function namesOf(plural: string, domain: string, singular = singularOf(plural), group = "rentals"): Names {
  if (!Object.hasOwn(domains, domain))
    throw new NameError(`Unknown domain ${domain}. Use one of ${Object.keys(domains).join(", ")}.`);
  for (const name of [plural, singular]) assertSpelling(name);
  if (plural === singular) throw new NameError(`${plural} equals its singular. Use the plural.`);
  if (reserved.includes(singular))
    throw new NameError(`${singular} is a reserved word in JavaScript. Choose another name.`);
  const taken = resources.find((other) => [other.name, other.singular, other.table].includes(plural));
  if (taken) throw new NameError(`Resource ${taken.name} already exists.`);
  const words = singular.replaceAll("_", " ");
  const constant = camel(singular);
  return {
    plural,
    singular,
    file: singular.replaceAll("_", "-"),
    folder: plural.replaceAll("_", "-"),
    constant,
    routes: `${camel(plural)}Routes`,
    domain,
    words,
    aWord: `${/^[aeio]/.test(words) ? "an" : "a"} ${words}`,
    readScope: scopeOf(`${group}_read`),
    writeScope: scopeOf(`${group}_write`),
  };
}

function assertSpelling(name: string): void {
  if (/^[a-z]+(_[a-z]+)*$/.test(name) && name.length <= maxLength) return;
  throw new NameError(
    `${name} is invalid. It must be snake_case of at most ${maxLength} letters, such as guest_reviews.`,
  );
}

/** Handles regular English plurals; --singular covers the rest. */
function singularOf(plural: string): string {
  if (!plural.endsWith("s") || plural.endsWith("ss")) {
    throw new NameError(`${plural} does not end in a plural s. Use the plural, and add --singular.`);
  }
  if (plural.endsWith("ies")) return `${plural.slice(0, -3)}y`;
  return /(ss|x|ch|sh)es$/.test(plural) ? plural.slice(0, -2) : plural.slice(0, -1);
}

function scopeOf(name: string): Scope {
  if (isScope(name)) return name;
  throw new NameError(`Unknown scope ${name}. Use a group with _read and _write scopes, such as rentals.`);
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
