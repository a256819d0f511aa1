import type { Scope } from "./access/scopes.ts";
import type { Attributes } from "./attribute.ts";
import type { CurrencySource } from "./currency-source.ts";
import { integerKey, type Key, type RecordId, uuidKey } from "./key.ts";
import type { Options } from "./option.ts";
import type { Relations, ToMany, ToOne } from "./relation.ts";
import type { SearchParameters } from "./search.ts";

/** The link from a resource's rows to accounts: by `account_id`, by being the account, or not at all (reference data). */
export type Tenancy = "account" | "itself" | "everyone";

/** The part of a resource that a token with only an `_owned` scope, or only `public`, sees (conventions.md, Reading). */
export interface Ownership {
  readonly scope: Scope;
  /** Scopes that see every row in full. */
  readonly fullReaders: readonly Scope[];
  /** SQL condition: the calling application created the row. May use `:application`. */
  readonly ownRows: string;
  /** SQL condition that narrows the own rows of a token without `scope`. */
  readonly openRows?: string;
  /** SQL condition of other applications' rows that are visible in public form; absent: none. */
  readonly others?: string;
  /** SQL condition of other applications' ended rows that were visible until they ended. */
  readonly othersUntilEnded?: string;
}

/** The rows that a token may change, where they are fewer than it sees in full. */
export interface Changeable {
  /** SQL condition; may use `:application` and `:of_account`. */
  readonly rows: string;
  /** Limits only tokens with the first scope and without the second; absent: all tokens. */
  readonly narrows?: { readonly scope: Scope; readonly unless: Scope };
  /** The 403 message for other rows. */
  readonly reason: string;
  /** The kernel's insert sets `created_by_application_id` to the calling application. */
  readonly authored?: true;
}

/**
 * Every reader sees these records; an application limited to its own bookings changes only those that it created (conventions.md,
 * Reading).
 */
export const changedByItsAuthor = (table: string): Changeable => ({
  rows: `${table}.created_by_application_id is not distinct from :application`,
  narrows: { scope: "bookings_write_owned", unless: "bookings_write" },
  reason: "Another application created this record. With bookings_write_owned you can change only your own records.",
  authored: true,
});

/** The end of a resource's rows. Deletion is soft, so that `meta.deleted_ids` is complete. */
export interface Deletion {
  /** The column that is set when a row is deleted, canceled or archived. */
  readonly column: string;
  /** SQL of the deletion time, if it is not just the column, and of "not deleted", in a form that an index serves. */
  readonly expression?: string;
  readonly live?: string;
  /** Whether a read by id still shows the row. Lists never do, except with `listedBy`. */
  readonly singleRead: "shown" | "hidden";
  /** The search parameter that makes a list show deleted rows; its conditions hide them otherwise. */
  readonly listedBy?: string;
}

/**
 * Database triggers count the table's rows, so that an unfiltered list knows its total without counting (docs/design/response-cache.md).
 * The migration calls `make_counted_table` with the columns that are named here and in `deletion`.
 */
export interface Counted {
  /**
   * The list shows rows whose column (SQL) is later than a moment: with the search parameter `given` (SQL), else `unlessGiven`. They are
   * counted by that column's UTC day, and ended rows separately, for `deletion.listedBy`. Absent: one number counts the live rows.
   * The exceptions (SQL conditions): rows later than the moment that the list hides; few and indexed.
   */
  readonly after?: {
    readonly parameter: string;
    readonly column: string;
    readonly given: string;
    readonly exceptGiven: string;
    readonly unlessGiven: string;
    readonly exceptUnlessGiven: string;
  };
  /**
   * SQL condition of rows that the triggers count and the list hides: rows that have ended without being marked, and rows that `visible`
   * hides. They must be few and indexed. May use what `visible` may.
   */
  readonly except?: string;
  /** The triggers count only rows that satisfy `always`. */
  readonly always?: true;
}

/** The protection of the person behind a record, in the attributes declared `.personal()` (bookings.md, Personal data). */
export interface PersonalData {
  /** SQL condition: the data was erased, which is final. */
  readonly erased: string;
  /** SQL condition: only the account's own people may see and change it; absent: every reader of the record may. */
  readonly restricted?: string;
}

/** The recording of a resource's changes, if it differs from the default (events.md, The change). */
export interface Recorded {
  /** The event type of a new record; default `<singular>.created`. */
  readonly created?: string;
  /** The table and id column of its rows, when the resource reads a view. */
  readonly table?: string;
  readonly id?: string;
  /** Attributes recorded under another name than their column's. */
  readonly columns?: Readonly<Record<string, string>>;
  /** It shares another resource's rows but shows other attributes; their changes are recorded as its own too. */
  readonly sharesRows?: true;
  /** Relations through a joining table that no write sets, recorded as changes of the record. */
  readonly joins?: readonly string[];
}

/** An event type for changes that follow from other records or that an operation notes, with its description. */
export interface DerivedEvent {
  readonly type: string;
  readonly description: string;
}

/** A resource as its module declares it: pure data. */
export interface ResourceDeclaration<A extends Attributes, R extends Relations> {
  readonly singular: string;
  /** The root of the envelope, when that is not the name. */
  readonly root?: string;
  /** One or two sentences for the documentation and agents. */
  readonly description: string;
  readonly table?: string;
  /** The path below /api/v3, when that is not the name. */
  readonly path?: string;
  readonly tenancy?: Tenancy;
  /** Scopes that can read the resource. */
  readonly readScopes: readonly Scope[];
  readonly attributes: A;
  readonly relations: R;
  /** The source of its money attributes' currency. */
  readonly currency?: CurrencySource;
  readonly ownership?: Ownership;
  readonly changeable?: Changeable;
  readonly personalData?: PersonalData;
  readonly deletion?: Deletion;
  readonly counted?: Counted;
  /** Search parameters of the list. */
  readonly search?: SearchParameters;
  /** The default and maximum of `per_page` for large records; otherwise 100. */
  readonly maxPerPage?: number;
  /** Parameters of every read that change how records are shown. */
  readonly options?: Options;
  /** SQL condition of every read. */
  readonly always?: string;
  /**
   * SQL condition: the caller sees the row, whatever its scopes. Hidden rows appear nowhere (records, links, counts) and cannot be changed.
   * May use `:application` and `:of_account`.
   */
  readonly visible?: string;
  /**
   * SQL condition: the row is published. Tokens that no account granted see only such rows, and only what belongs to them of other
   * resources (see `publishedCondition`).
   */
  readonly published?: string;
  /** false: its changes follow from changes that are recorded elsewhere. */
  readonly recorded?: Recorded | false;
  /** Several accounts share the same ids, so a caller that reaches several accounts cannot page by id. */
  readonly repeatsIds?: true;
  /** Records are shown without links. */
  readonly linkless?: true;
  /** Event types beside those of its rows' changes, or instead of them (`recorded: false`). */
  readonly derivedEvents?: readonly DerivedEvent[];
  /**
   * Its answers are not cached, because they depend on more than the account's rows and the ends of holds, stays and days
   * (docs/design/response-cache.md). A test demands it where a statement reads other tables or the clock.
   */
  readonly uncached?: true;
  /** It has no table; only computing reads (`Operation`, kind "read") return its records. */
  readonly computed?: true;
}

/** A declared resource. `name` is the plural in paths and envelopes. */
export interface Resource<
  A extends Attributes = Attributes,
  R extends Relations = Relations,
  Id extends RecordId = RecordId,
> {
  readonly name: string;
  readonly singular: string;
  readonly root: string;
  readonly description: string;
  readonly table: string;
  readonly path: string;
  readonly tenancy: Tenancy;
  /** The kind of its records' ids. */
  readonly key: Key<Id>;
  readonly readScopes: readonly Scope[];
  readonly attributes: A;
  readonly relations: R;
  readonly currency: CurrencySource | undefined;
  readonly ownership: Ownership | undefined;
  readonly changeable: Changeable | undefined;
  readonly personalData: PersonalData | undefined;
  readonly deletion: Deletion | undefined;
  readonly counted: Counted | undefined;
  readonly search: SearchParameters;
  readonly maxPerPage: number;
  readonly options: Options;
  readonly always: string | undefined;
  readonly visible: string | undefined;
  readonly published: string | undefined;
  readonly recorded: Recorded | false;
  readonly repeatsIds: boolean;
  readonly linkless: boolean;
  readonly derivedEvents: readonly DerivedEvent[];
  readonly uncached: boolean;
  readonly computed: boolean;
  /** For bodies specific to an operation: the message for an unknown name in a write. */
  readonly otherNames: string | undefined;
}

/** The default and maximum of `per_page` (conventions.md, Reading). */
export const defaultPerPage = 100;

const namePattern = /^[a-z][a-z0-9_]*$/;

/**
 * Declares a resource. SQL expressions of the declaration refer to the row by the table's name.
 * @throws Error for a name that is not valid in both SQL and JSON
 */
export function defineResource<const A extends Attributes, const R extends Relations>(
  name: string,
  declaration: ResourceDeclaration<A, R>,
): Resource<A, R, number> {
  return declared(name, declaration, integerKey);
}

/** Declares a resource whose ids are UUIDs. */
export function defineUuidResource<const A extends Attributes, const R extends Relations>(
  name: string,
  declaration: ResourceDeclaration<A, R>,
): Resource<A, R, string> {
  return declared(name, declaration, uuidKey);
}

function declared<A extends Attributes, R extends Relations, Id extends RecordId>(
  name: string,
  declaration: ResourceDeclaration<A, R>,
  key: Key<Id>,
): Resource<A, R, Id> {
  for (const part of [name, ...Object.keys(declaration.attributes), ...Object.keys(declaration.relations)]) {
    if (!namePattern.test(part)) throw new Error(`${name} declares an invalid name: ${part}`);
  }
  for (const [attribute, { type, traits }] of Object.entries(declaration.attributes)) {
    if (type.title === "Decimal" && traits.writable && !traits.money && !traits.unit)
      throw new Error(`${name}.${attribute} does not say what it measures: declare it as money, or by measuredIn.`);
  }
  return {
    name,
    singular: declaration.singular,
    root: declaration.root ?? name,
    description: declaration.description,
    table: declaration.table ?? name,
    path: declaration.path ?? name,
    tenancy: declaration.tenancy ?? "account",
    key,
    readScopes: declaration.readScopes,
    attributes: declaration.attributes,
    relations: declaration.relations,
    currency: declaration.currency,
    ownership: declaration.ownership,
    changeable: declaration.changeable,
    personalData: declaration.personalData,
    deletion: declaration.deletion,
    counted: declaration.counted,
    search: declaration.search ?? {},
    maxPerPage: declaration.maxPerPage ?? defaultPerPage,
    options: declaration.options ?? {},
    always: declaration.always,
    visible: declaration.visible,
    published: declaration.published,
    recorded: declaration.recorded ?? {},
    repeatsIds: declaration.repeatsIds === true,
    linkless: declaration.linkless ?? false,
    derivedEvents: declaration.derivedEvents ?? [],
    uncached: declaration.uncached ?? declaration.tenancy === "everyone",
    computed: declaration.computed ?? false,
    otherNames: undefined,
  };
}

/** The relations that a write can set, with their attribute names. */
export function writtenRelations(resource: Resource): { name: string; relation: ToOne | ToMany; key: string }[] {
  const written: { name: string; relation: ToOne | ToMany; key: string }[] = [];
  for (const [key, relation] of Object.entries(resource.relations)) {
    if (relation.kind !== "oneOf" && relation.written) written.push({ name: relation.written.name, relation, key });
  }
  return written;
}
