import type { Scope } from "./access/scopes.ts";
import { Attribute, type Readers } from "./attribute.ts";
import { integerValue } from "./values/number.ts";
import { type IdsLimits, idsValue } from "./values/structure.ts";

/** The source of a to-many relation's ids. */
export type ManySource =
  /** Rows of the target whose column holds our id: live ones, or ended ones as well. */
  | { readonly foreignKey: string; readonly ended?: "included" }
  /** Rows of a joining table, optionally filtered by an SQL condition: our column and the target's. */
  | { readonly through: string; readonly ours: string; readonly theirs: string; readonly where?: string }
  /** An SQL expression over our row: a bigint[] in descending order. */
  | { readonly expression: string };

interface RelationTraits {
  readonly target: string;
  readonly readers: Readers;
  /** A later release declares the target. Until then the relation is empty and read-only. */
  readonly planned: boolean;
  /** The planned target's path below /api/v3; absent without a specified path. */
  readonly path?: string;
  /** Never null. Only for relations to one record. */
  readonly present?: true;
  /** The record ends with the related one: always, or where an SQL condition holds. Only for relations to one record. */
  readonly deletedAlong?: true | string;
  /** A record that ends is removed from the relation. Only for relations through a joining table. */
  readonly leftByEnded?: true;
  /** One sentence for the API's documentation. */
  readonly description?: string;
}

/** A relation to at most one record. Its id is in our column `<name>_id`, or comes from an expression. */
export class ToOne {
  readonly kind = "one";
  readonly traits: RelationTraits;
  readonly expression: string | undefined;
  /** The attribute with which a write sets the related record (`client_id`); undefined for a read-only relation. */
  readonly written: { readonly name: string; readonly attribute: Attribute<number> } | undefined;

  constructor(traits: RelationTraits, expression?: string, written?: ToOne["written"]) {
    this.traits = traits;
    this.expression = expression;
    this.written = written;
  }

  /**
   * A write sets the related record as `name`; it must exist in the account.
   * @param when "on creation": later writes accept the attribute and ignore it
   */
  writtenAs(
    name: string,
    trait: "optional" | "required" = "optional",
    when: "always" | "on creation" = "always",
  ): ToOne {
    const reference = new Attribute(integerValue({ min: 1, max: Number.MAX_SAFE_INTEGER })).writeOnly();
    const writable = when === "always" ? reference : reference.onCreationOnly();
    const attribute = trait === "required" ? writable.required() : writable;
    return new ToOne(this.traits, this.expression, { name, attribute });
  }

  /** The attribute with which a write sets the related record. @throws Error for a read-only relation */
  get reference(): Attribute<number> {
    if (!this.written) throw new Error(`The relation to ${this.traits.target} is read-only.`);
    return this.written.attribute;
  }

  readBy(...readers: Scope[]): ToOne {
    return new ToOne({ ...this.traits, readers }, this.expression, this.written);
  }

  /** The id comes from an SQL expression over our row. */
  from(expression: string): ToOne {
    return new ToOne(this.traits, expression, this.written);
  }

  /**
   * The record is deleted with the related one (see `endRecord`).
   * @param where SQL condition of the records to delete; absent: all
   */
  deletedAlong(where?: string): ToOne {
    return new ToOne({ ...this.traits, deletedAlong: where ?? true }, this.expression, this.written);
  }

  /** Never null in an answer. */
  present(): ToOne {
    return new ToOne({ ...this.traits, present: true }, this.expression, this.written);
  }

  /** One sentence for the API's documentation. */
  description(description: string): ToOne {
    return new ToOne({ ...this.traits, description }, this.expression, this.written);
  }
}

/** A relation to any number of records: their ids in ascending order. */
export class ToMany {
  readonly kind = "many";
  readonly traits: RelationTraits;
  readonly source: ManySource;
  readonly written: { readonly name: string; readonly attribute: Attribute<readonly number[]> } | undefined;

  constructor(traits: RelationTraits, source: ManySource, written?: ToMany["written"]) {
    this.traits = traits;
    this.source = source;
    this.written = written;
  }

  /**
   * A write replaces the related records with the ids in `name`. Only for relations through a joining table. With `atLeast`, a creation
   * requires it.
   */
  writtenAs(name: string, limits: IdsLimits = {}): ToMany {
    const references = new Attribute(idsValue(limits)).writeOnly();
    const attribute = limits.atLeast ? references.required() : references;
    return new ToMany(this.traits, this.source, { name, attribute });
  }

  /** A related record leaves the relation when it ends (see `endRecord`). */
  leftByEnded(): ToMany {
    return new ToMany({ ...this.traits, leftByEnded: true }, this.source, this.written);
  }

  readBy(...readers: Scope[]): ToMany {
    return new ToMany({ ...this.traits, readers }, this.source, this.written);
  }

  /** One sentence for the API's documentation. */
  description(description: string): ToMany {
    return new ToMany({ ...this.traits, description }, this.source, this.written);
  }
}

/** A relation to one record of several possible resources: `{ "id", "type" }` from our columns `<name>_id` and `<name>_type`. */
export class ToOneOf {
  readonly kind = "oneOf";
  readonly readers: Readers;
  /** Resources by type name (`Rental` → rentals). */
  readonly targets: Readonly<Record<string, string>>;
  readonly traits: { readonly description?: string };

  constructor(targets: Readonly<Record<string, string>>, readers: Readers = "all", description?: string) {
    this.targets = targets;
    this.readers = readers;
    this.traits = description === undefined ? {} : { description };
  }

  /** One sentence for the API's documentation. */
  description(description: string): ToOneOf {
    return new ToOneOf(this.targets, this.readers, description);
  }
}

export type Relation = ToOne | ToMany | ToOneOf;
export type Relations = Readonly<Record<string, Relation>>;

export const owner = () => one("accounts").present().description("The account that the record belongs to.");

export const one = (target: string) => new ToOne({ target, readers: "all", planned: false });
export const many = (target: string, source: ManySource) =>
  new ToMany({ target, readers: "all", planned: false }, source);
export const oneOfSeveral = (targets: Readonly<Record<string, string>>) => new ToOneOf(targets);

/**
 * Relations to resources that Roost does not have yet: the link exists and is empty.
 * @param path the resource's future path below /api/v3; null when none is specified, which omits the link template
 */
export const plannedOne = (target: string, path: string | null = target) =>
  new ToOne({ target, readers: "all", planned: true, ...plannedPath(path) }, "null::bigint");
export const plannedMany = (target: string, path: string | null = target) =>
  new ToMany({ target, readers: "all", planned: true, ...plannedPath(path) }, { expression: "'{}'::bigint[]" });

const plannedPath = (path: string | null): { path?: string } => (path === null ? {} : { path });
