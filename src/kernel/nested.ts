import type { Attributes } from "./attribute.ts";
import type { Relations } from "./relation.ts";
import type { Resource } from "./resource.ts";

/** The members of an object in a body: attributes, written relations, and nested objects. */
export interface BodyShape {
  readonly attributes: Attributes;
  readonly relations?: Relations;
  readonly nested?: Nested;
}

/**
 * A list of objects, or one object, inside a body, such as `bookings_fees` in a booking. The kernel parses, validates and documents it; an
 * operation reads the drafts (`Draft.list`, `Draft.one`).
 */
export interface NestedBody extends BodyShape {
  readonly form: "list" | "one";
  /** The resource whose attributes and relations an element may set. */
  readonly of: Resource;
  /** For lists. */
  readonly atLeast: number;
  readonly atMost: number;
  /** Required on creation. */
  readonly required: boolean;
  /** Elements refer to existing records by id, and may omit required attributes. */
  readonly echoed: boolean;
  /** Names that another answer shows for such a record: accepted and ignored. */
  readonly alsoShown?: Attributes;
  /** The attribute that a bare string in place of the list sets. */
  readonly text: string | undefined;
  /** One sentence for the API's documentation. */
  readonly description: string;
}

/** Nested bodies by their names. */
export type Nested = Readonly<Record<string, NestedBody>>;

interface ListOptions {
  readonly atLeast?: number;
  readonly atMost: number;
  readonly required?: true;
  /** A bare string is one element with this attribute. */
  readonly text?: string;
  readonly description: string;
}

/** A list of objects with a resource's attributes. */
export const nestedList = (of: Resource, options: ListOptions): NestedBody => ({
  ...shapeOf(of),
  form: "list",
  of,
  atLeast: options.atLeast ?? 0,
  atMost: options.atMost,
  required: options.required ?? false,
  echoed: false,
  text: options.text,
  description: options.description,
});

/** A list of records that clients echo back as they read them. @param alsoShown names that another answer adds */
export const echoedList = (of: Resource, atMost: number, alsoShown: Attributes = {}): NestedBody => ({
  ...nestedList(of, { atMost, description: "Records in the form that a read returns." }),
  echoed: true,
  alsoShown,
});

/** One record that clients may echo back as they read it. */
export const echoedOne = (of: Resource, options: { readonly description: string }): NestedBody => ({
  ...nestedOne(of, options),
  echoed: true,
});

/** One object. */
export const nestedOne = (
  of: Resource,
  options: { readonly required?: true; readonly description: string },
): NestedBody => ({
  ...shapeOf(of),
  form: "one",
  of,
  atLeast: 0,
  atMost: 1,
  required: options.required ?? false,
  echoed: false,
  text: undefined,
  description: options.description,
});

const shapeOf = ({ attributes, relations }: Resource): BodyShape => ({ attributes, relations });
