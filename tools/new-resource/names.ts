import { domains } from "../../layers.mjs";
import { resources } from "../../src/app/registry.ts";
import { isScope, type Scope } from "../../src/kernel/access/scopes.ts";

/** A resource that cannot be made, in one sentence for the person who asked. */
export class NameError extends Error {}

/** A new resource's names in each of their spellings. */
export interface Names {
  /** `guest_reviews`: table, path and envelope. */
  readonly plural: string;
  readonly singular: string;
  /** `guest-review`: the file of its declaration. */
  readonly file: string;
  /** `guest-reviews`: the folders of its module and of its test. */
  readonly folder: string;
  /** `guestReview`: the declaration. */
  readonly constant: string;
  /** `guestReviewsRoutes` */
  readonly routes: string;
  /** The folder of `src/modules` that its module is in. */
  readonly domain: string;
  /** `guest review`, and `a guest review`. */
  readonly words: string;
  readonly aWord: string;
  readonly readScope: Scope;
  readonly writeScope: Scope;
}

/** PostgreSQL cuts names at 63 bytes, and constraints add to the table's. */
const longest = 40;

/** Nouns that JavaScript does not let a constant have. */
const reserved = ["case", "catch", "class", "default", "enum", "export", "function", "import", "interface", "package"];

/**
 * Checks a name and spells it in every way that its files need.
 * @throws NameError for a name that is not a plural in snake_case or is taken, and where there are no such scopes or no such domain
 */
export function namesOf(plural: string, domain: string, singular = singularOf(plural), group = "rentals"): Names {
  if (!Object.hasOwn(domains, domain))
    throw new NameError(`There is no domain ${domain}: name one of ${Object.keys(domains).join(", ")}.`);
  for (const name of [plural, singular]) assertSpelling(name);
  if (plural === singular) throw new NameError(`${plural} is its own singular: name the plural.`);
  if (reserved.includes(singular)) throw new NameError(`${singular} is a word of JavaScript's own: take another name.`);
  const taken = resources.find((other) => [other.name, other.singular, other.table].includes(plural));
  if (taken) throw new NameError(`There is a resource ${taken.name} already.`);
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
  if (/^[a-z]+(_[a-z]+)*$/.test(name) && name.length <= longest) return;
  throw new NameError(
    `${name} is no name: it must be snake_case of at most ${longest} letters, such as guest_reviews.`,
  );
}

/** The usual English endings; others are given. */
function singularOf(plural: string): string {
  if (!plural.endsWith("s") || plural.endsWith("ss")) {
    throw new NameError(`${plural} is no plural with an s: name the plural, and its singular with --singular.`);
  }
  if (plural.endsWith("ies")) return `${plural.slice(0, -3)}y`;
  return /(ss|x|ch|sh)es$/.test(plural) ? plural.slice(0, -2) : plural.slice(0, -1);
}

function scopeOf(name: string): Scope {
  if (isScope(name)) return name;
  throw new NameError(`There is no scope ${name}: name a group that has _read and _write, such as rentals.`);
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
