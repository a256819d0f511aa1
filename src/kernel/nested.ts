import type { Attributes } from "./attribute.ts";
import type { Relations } from "./relation.ts";

/** What an object in a body may say: attributes, the relations that a write names, and other objects inside of it. */
export interface BodyShape {
  readonly attributes: Attributes;
  readonly relations?: Relations;
  readonly nested?: Nested;
}

/**
 * A list of objects, or one object, inside a body: `bookings_fees` in a booking. Data of the declaration, as an attribute is: what the
 * documentation says of it is made from here, and its attributes are those with which the elements are read.
 */
export interface NestedBody extends BodyShape {
  readonly form: "list" | "one";
  /** For a list. */
  readonly atLeast: number;
  readonly atMost: number;
  /** Must be given on creation. */
  readonly required: boolean;
  /** One sentence for the API's documentation. */
  readonly description: string;
}

/** Nested bodies by their names. */
export type Nested = Readonly<Record<string, NestedBody>>;

interface ListOptions {
  readonly atLeast?: number;
  readonly atMost: number;
  readonly required?: true;
  readonly description: string;
}

/** A list of objects of one shape, such as a resource's. */
export const nestedList = (shape: BodyShape, options: ListOptions): NestedBody => ({
  ...shapeOf(shape),
  form: "list",
  atLeast: options.atLeast ?? 0,
  atMost: options.atMost,
  required: options.required ?? false,
  description: options.description,
});

/** One object. */
export const nestedOne = (
  shape: BodyShape,
  options: { readonly required?: true; readonly description: string },
): NestedBody => ({
  ...shapeOf(shape),
  form: "one",
  atLeast: 0,
  atMost: 1,
  required: options.required ?? false,
  description: options.description,
});

/** The shape alone, where a whole resource was given. */
function shapeOf({ attributes, relations, nested }: BodyShape): BodyShape {
  return { attributes, ...(relations ? { relations } : {}), ...(nested ? { nested } : {}) };
}
