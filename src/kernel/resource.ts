import type { Scope } from "./access/scopes.ts";
import type { Attributes } from "./attribute.ts";
import { integerKey, type Key, type RecordId, uuidKey } from "./key.ts";
import type { Options } from "./option.ts";
import type { Relations, ToMany, ToOne } from "./relation.ts";
import type { SearchParameters } from "./search.ts";

/** How a resource's rows belong to accounts: by their `account_id`, by being the account, or to nobody (reference data for all). */
export type Tenancy = "account" | "itself" | "everyone";

/** What a token with only an `_owned` scope, or only `public`, sees of a resource (conventions.md, Reading). */
export interface Ownership {
  readonly scope: Scope;
  /** Scopes that see every row in full. */
  readonly fullReaders: readonly Scope[];
  /** SQL condition: the calling application made this row. May use `:application`. */
  readonly ownRows: string;
  /** SQL condition for what of these rows a token without `scope` sees, where being the application that made them is not enough. */
  readonly openRows?: string;
  /** SQL condition for the rows of others that are shown in their public form; absent: they are not shown. */
  readonly others?: string;
  /** SQL condition for the ended rows of others that were shown until they ended, and still would be. */
  readonly othersUntilEnded?: string;
}

/** Which rows a token may change, where those are fewer than it sees in full. */
export interface Changeable {
  /** SQL condition; may use `:application`. */
  readonly rows: string;
  /** Only tokens with the one scope and without the other are limited to them; absent: all are. */
  readonly narrows?: { readonly scope: Scope; readonly unless: Scope };
  /** One sentence: why a token may not change any other row. */
  readonly reason: string;
  /** The kernel's insert notes the calling application in the column `created_by_application_id`. */
  readonly authored?: true;
}

/**
 * What is read alike by all, and changed by an application that may only change its own bookings where it created it (conventions.md,
 * Reading).
 */
export const changedByItsAuthor = (table: string): Changeable => ({
  rows: `${table}.created_by_application_id is not distinct from :application`,
  narrows: { scope: "bookings_write_owned", unless: "bookings_write" },
  reason: "It was made by another application; bookings_write_owned changes only what the own one made.",
  authored: true,
});

/** How rows of a resource end: deletion is soft, so that `meta.deleted_ids` is complete. */
export interface Deletion {
  /** The column that is set when a row is deleted, canceled or archived. */
  readonly column: string;
  /** SQL for the moment of deletion where it is more than the column, and for "not deleted", in a form that an index serves. */
  readonly expression?: string;
  readonly live?: string;
  /** Whether a read by id still shows the row; lists never do, but by `listedBy`. */
  readonly singleRead: "shown" | "hidden";
  /** The search parameter that lets a list show deleted rows too; its conditions hide them otherwise. */
  readonly listedBy?: string;
}

/**
 * The triggers of the database count the rows of the resource's table (docs/design/response-cache.md), so that a list that asks for nothing further knows
 * its total without counting. Its migration calls `make_counted_table` with the columns that are named here and in `deletion`.
 */
export interface Counted {
  /**
   * The list shows rows whose column (SQL) is later than a moment: the search parameter's, else `unlessGiven` (SQL). They are counted by the
   * column's day (UTC), and ended ones beside the others, for `deletion.listedBy`. Absent: the rows that are live are counted in one number.
   */
  readonly after?: { readonly parameter: string; readonly column: string; readonly unlessGiven: string };
  /**
   * SQL condition of the rows that are counted although the list leaves them out, for which they must be few and have an index: those that
   * have ended and are not noted as such yet, and those that `visible` hides. May use what `visible` may.
   */
  readonly except?: string;
  /** The triggers count only rows that satisfy the resource's `always`. */
  readonly always?: true;
}

/**
 * What protects the person whose data a record holds, in the attributes that are declared `.personal()` (bookings.md, Personal data).
 */
export interface PersonalData {
  /** SQL condition: it was erased, which is final. */
  readonly erased: string;
  /** SQL condition: only the account's own people may see and change it; absent: whoever sees the record may. */
  readonly restricted?: string;
}

/** How changes of a resource's records are recorded and told, where that is not as usual (events.md, The change). */
export interface Recorded {
  /** The type that tells of a new record, when that is not `<singular>.created`. */
  readonly created?: string;
  /** Where its rows are and what holds their ids, when the resource reads a view. */
  readonly table?: string;
  readonly id?: string;
  /** Attributes that are recorded under another name than that of the one column which they are made from. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Its rows are another resource's too, of which it shows other attributes: their changes are told as its own. */
  readonly besides?: true;
  /** Relations through a joining table that no write sets, and whose changes are the record's all the same. */
  readonly joins?: readonly string[];
}

/** A type of events that tells of changes which follow from others, with what it says as a sentence. */
export interface ToldAs {
  readonly type: string;
  readonly description: string;
}

/** A resource as its module declares it: pure data. */
export interface ResourceDeclaration<A extends Attributes, R extends Relations> {
  readonly singular: string;
  /** The root of the envelope, when that is not the name. */
  readonly root?: string;
  /** One or two sentences for the documentation and the agent. */
  readonly description: string;
  readonly table?: string;
  /** Where it lives below /api/v3, when that is not its name. */
  readonly path?: string;
  readonly tenancy?: Tenancy;
  /** Scopes with which the resource can be read at all. */
  readonly readScopes: readonly Scope[];
  readonly attributes: A;
  readonly relations: R;
  readonly ownership?: Ownership;
  readonly changeable?: Changeable;
  readonly personalData?: PersonalData;
  readonly deletion?: Deletion;
  readonly counted?: Counted;
  /** Search parameters of the list. */
  readonly search?: SearchParameters;
  /** The default and the cap of `per_page`, where records are larger than usual (100). */
  readonly largestPage?: number;
  /** Parameters of every read, which change how records are shown. */
  readonly options?: Options;
  /** SQL condition of every read of this resource. */
  readonly always?: string;
  /**
   * SQL condition: the caller sees the row, whatever its scopes; of others it sees nothing anywhere: no record, link or count, and it
   * changes none. May use `:application` and `:of_account`.
   */
  readonly visible?: string;
  /**
   * SQL condition: the row is published. Tokens that no account gave see only such rows, and of other resources only what belongs to
   * them (see `publishedCondition`).
   */
  readonly published?: string;
  /** Absent: as usual; false: they follow from changes that are recorded elsewhere. */
  readonly recorded?: Recorded | false;
  /** The same id stands for a record of each of several accounts: whoever reaches several does not go from page to page by id. */
  readonly repeatsIds?: true;
  /** Its records are answered without links. */
  readonly linkless?: true;
  /** Changes of its records follow from others (`recorded: false`), and are told all the same: under this type. */
  readonly toldAs?: ToldAs;
  /**
   * What it shows follows from more than its account's rows and the ends of holds, stays and days: its answers are not kept (docs/design/response-cache.md). A
   * test demands it where a statement reads other tables or the clock.
   */
  readonly readAnew?: true;
  /** Nothing of it is stored: it has no table, and only reads that compute (`Operation`, kind "read") answer its records. */
  readonly computed?: true;
}

/** A declared resource. `name` is the plural that stands in paths and envelopes. */
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
  /** What kind of ids its records have. */
  readonly key: Key<Id>;
  readonly readScopes: readonly Scope[];
  readonly attributes: A;
  readonly relations: R;
  readonly ownership: Ownership | undefined;
  readonly changeable: Changeable | undefined;
  readonly personalData: PersonalData | undefined;
  readonly deletion: Deletion | undefined;
  readonly counted: Counted | undefined;
  readonly search: SearchParameters;
  readonly largestPage: number;
  readonly options: Options;
  readonly always: string | undefined;
  readonly visible: string | undefined;
  readonly published: string | undefined;
  readonly recorded: Recorded | false;
  readonly repeatsIds: boolean;
  readonly linkless: boolean;
  readonly toldAs: ToldAs | undefined;
  readonly readAnew: boolean;
  readonly computed: boolean;
  /** What is wrong with a name in a write that it does not have; of bodies that are an operation's own. */
  readonly otherNames: string | undefined;
}

/** The default and the cap of `per_page` (conventions.md, Reading). */
export const usualPage = 100;

const namePattern = /^[a-z][a-z0-9_]*$/;

/**
 * Declares a resource. In SQL expressions of the declaration the row is named as the table is.
 * Throws at once when a name could not stand in SQL and JSON as it is.
 */
export function defineResource<const A extends Attributes, const R extends Relations>(
  name: string,
  declaration: ResourceDeclaration<A, R>,
): Resource<A, R, number> {
  return declared(name, declaration, integerKey);
}

/** The same for a resource whose records are named by UUIDs. */
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
    if (!namePattern.test(part)) throw new Error(`${name} declares a name that cannot stand: ${part}`);
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
    ownership: declaration.ownership,
    changeable: declaration.changeable,
    personalData: declaration.personalData,
    deletion: declaration.deletion,
    counted: declaration.counted,
    search: declaration.search ?? {},
    largestPage: declaration.largestPage ?? usualPage,
    options: declaration.options ?? {},
    always: declaration.always,
    visible: declaration.visible,
    published: declaration.published,
    recorded: declaration.recorded ?? {},
    repeatsIds: declaration.repeatsIds === true,
    linkless: declaration.linkless ?? false,
    toldAs: declaration.toldAs,
    readAnew: declaration.readAnew ?? declaration.tenancy === "everyone",
    computed: declaration.computed ?? false,
    otherNames: undefined,
  };
}

/** The relations that a write can set, with the names under which it does. */
export function writtenRelations(resource: Resource): { name: string; relation: ToOne | ToMany; key: string }[] {
  const written: { name: string; relation: ToOne | ToMany; key: string }[] = [];
  for (const [key, relation] of Object.entries(resource.relations)) {
    if (relation.kind !== "oneOf" && relation.written) written.push({ name: relation.written.name, relation, key });
  }
  return written;
}
