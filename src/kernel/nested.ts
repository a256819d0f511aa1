import type { Attributes } from "./attribute.ts";
import type { Relations } from "./relation.ts";
import type { Resource } from "./resource.ts";

/** What an object in a body may say: attributes, the relations that a write names, and other objects inside of it. */
export interface BodyShape {
  readonly attributes: Attributes;
  readonly relations?: Relations;
  readonly nested?: Nested;
}

/**
 * A list of objects, or one object, inside a body: `bookings_fees` in a booking. It is data of the declaration, as an attribute is:
 * reading, checking and documentation follow from it, and an operation finds drafts (`Draft.list`, `Draft.one`).
 */
export interface NestedBody extends BodyShape {
  readonly form: "list" | "one";
  /** Whose attributes and relations an element may give. */
  readonly of: Resource;
  /** Of a list. */
  readonly atLeast: number;
  readonly atMost: number;
  /** Must be given on creation. */
  readonly required: boolean;
  /** Elements name records that exist, by their ids: they need not say everything. */
  readonly echoed: boolean;
  /** What another answer shows of such a record: names that are let pass, and set nothing. */
  readonly alsoShown?: Attributes;
  /** The attribute that a bare text in the place of the list stands for. */
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
  /** A bare text is one element with this attribute. */
  readonly text?: string;
  readonly description: string;
}

/** A list of objects, each of which says something of a resource. */
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

/** A list of records that clients echo back as they read them, or as another answer shows them. */
export const echoedList = (of: Resource, atMost: number, alsoShown: Attributes = {}): NestedBody => ({
  ...nestedList(of, { atMost, description: "Records as they were read." }),
  echoed: true,
  alsoShown,
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
