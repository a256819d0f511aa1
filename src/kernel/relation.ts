import type { Scope } from "./access/scopes.ts";
import { Attribute, type Readers } from "./attribute.ts";
import { integerValue } from "./values/number.ts";
import { type IdsLimits, idsValue } from "./values/structure.ts";

/** Where the ids of a to-many relation come from. */
export type ManySource =
  /** Rows of the target whose column holds our id: live ones, or ended ones too. */
  | { readonly foreignKey: string; readonly ended?: "included" }
  /** Rows of a joining table, all or those of an SQL condition: its column for us and its column for the target. */
  | { readonly through: string; readonly ours: string; readonly theirs: string; readonly where?: string }
  /** An SQL expression over our own row, a bigint[] in descending order. */
  | { readonly expression: string };

interface RelationTraits {
  readonly target: string;
  readonly readers: Readers;
  /** The target is declared by a later release: there are no such records yet, so the relation is empty and accepts none. */
  readonly planned: boolean;
  /** Where a planned target will live below /api/v3; absent when nobody has said that it will. */
  readonly path?: string;
  /** Every record has one. Only for relations to one record. */
  readonly present?: true;
  /** The record ends when the related one does: always, or where an SQL condition holds. Only for relations to one record. */
  readonly deletedAlong?: true | string;
  /** A record that ends is taken out of the relation. Only for relations through a joining table. */
  readonly leftByEnded?: true;
  /** One sentence for the API's documentation. */
  readonly description?: string;
}

/** A relation to at most one record; its id stands in our column `<name>_id`, or comes from an expression. */
export class ToOne {
  readonly kind = "one";
  readonly traits: RelationTraits;
  readonly expression: string | undefined;
  /** The attribute under which a write names the related record (`client_id`); undefined when no write does. */
  readonly written: { readonly name: string; readonly attribute: Attribute<number> } | undefined;

  constructor(traits: RelationTraits, expression?: string, written?: ToOne["written"]) {
    this.traits = traits;
    this.expression = expression;
    this.written = written;
  }

  /**
   * A write names the related record as `name`, which must exist in the account.
   * @param when "on creation": a change that names it is let in, and changes nothing
   */
  writtenAs(
    name: string,
    trait: "optional" | "required" = "optional",
    when: "always" | "on creation" = "always",
  ): ToOne {
    const reference = new Attribute(integerValue({ min: 1, max: Number.MAX_SAFE_INTEGER })).writeOnly();
    const taken = when === "always" ? reference : reference.onCreationOnly();
    const attribute = trait === "required" ? taken.required() : taken;
    return new ToOne(this.traits, this.expression, { name, attribute });
  }

  /** The attribute under which a write names the related record. Throws for a relation that no write names. */
  get reference(): Attribute<number> {
    if (!this.written) throw new Error(`No write names the related record of ${this.traits.target}.`);
    return this.written.attribute;
  }

  readBy(...readers: Scope[]): ToOne {
    return new ToOne({ ...this.traits, readers }, this.expression, this.written);
  }

  /** The id comes from an SQL expression over our own row. */
  from(expression: string): ToOne {
    return new ToOne(this.traits, expression, this.written);
  }

  /**
   * The record is deleted along with the related one (see `endRecord`).
   * @param where SQL condition: only records of which it holds are
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

/** A relation to any number of records, as their ids in ascending order. */
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
   * A write replaces the related records by naming their ids as `name`; only for relations through a joining table. Where there must be
   * some (`atLeast`), a write that makes a record names them.
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

/** A relation to one record of one of several resources: `{ "id", "type" }` from our columns `<name>_id` and `<name>_type`. */
export class ToOneOf {
  readonly kind = "oneOf";
  readonly readers: Readers;
  /** Resource by the type's name (`Rental` → rentals). */
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

/** The account that a record belongs to. */
export const owner = () => one("accounts").present().description("The account that the record belongs to.");

export const one = (target: string) => new ToOne({ target, readers: "all", planned: false });
export const many = (target: string, source: ManySource) =>
  new ToMany({ target, readers: "all", planned: false }, source);
export const oneOfSeveral = (targets: Readonly<Record<string, string>>) => new ToOneOf(targets);

/**
 * Relations to resources that Roost does not have yet: the link is there, and it is truthfully empty.
 * @param path where the resource will live below /api/v3; null when the specification names no path, and so there is no template
 */
export const plannedOne = (target: string, path: string | null = target) =>
  new ToOne({ target, readers: "all", planned: true, ...plannedPath(path) }, "null::bigint");
export const plannedMany = (target: string, path: string | null = target) =>
  new ToMany({ target, readers: "all", planned: true, ...plannedPath(path) }, { expression: "'{}'::bigint[]" });

const plannedPath = (path: string | null): { path?: string } => (path === null ? {} : { path });
