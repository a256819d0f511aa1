import type { Attributes } from "./attribute.ts";
import type { Nested } from "./nested.ts";
import type { Resource } from "./resource.ts";

/** Bytes that a body may have unless its operation says otherwise (conventions.md, Bounds). */
export const usualLimit = 1024 * 1024;

/** A body in JSON: what may stand in it, and where. The documentation, the reading and the operation's draft follow from it. */
export interface JsonBody {
  readonly media: "json";
  /** Whose attributes and relations it may give. */
  readonly of: Resource;
  /** Lists and objects inside of it. */
  readonly nested: Nested;
  /** Others that are let in because clients echo what they have read; not documented. */
  readonly echoes: Nested;
  /** What makes a record must say what is required; what changes one need not. */
  readonly writing: "create" | "update";
  /** A body of an operation's own, and not what a write says of the route's resource. */
  readonly own: boolean;
  /** It stands in the body itself, and not under the resource's root. */
  readonly flat: boolean;
  /** The request may come without one. */
  readonly optional: boolean;
  /** Bytes. */
  readonly limit: number;
}

/** A file of a multipart body. */
export interface FileField {
  /** Media types that it may have, such as `image/jpeg`. */
  readonly types: readonly string[];
  /** Bytes. */
  readonly limit: number;
  readonly required: boolean;
  /** One sentence for the API's documentation. */
  readonly description: string;
}

/** A body of `multipart/form-data`: fields with the attributes of a resource, and files, which are streamed and never held in memory. */
export interface MultipartBody {
  readonly media: "multipart";
  readonly of: Resource;
  readonly files: Readonly<Record<string, FileField>>;
  /** Bytes of everything. */
  readonly limit: number;
}

export type RequestBody = JsonBody | MultipartBody;

type JsonOptions = Partial<Omit<JsonBody, "media" | "of">>;

/** A JSON body of a resource's attributes; of one that makes a record unless it says otherwise. */
export const jsonBody = (of: Resource, options: JsonOptions = {}): JsonBody => ({
  media: "json",
  of,
  nested: {},
  echoes: {},
  writing: "create",
  own: false,
  flat: false,
  optional: false,
  limit: usualLimit,
  ...options,
});

/**
 * A body of its own for an operation on a resource: other attributes, no relations. What it gives can be stored as the resource's.
 * @param otherNames what is wrong with a name that it does not have
 */
export const bodyOf = (resource: Resource, attributes: Attributes, otherNames?: string): Resource => ({
  ...resource,
  attributes,
  relations: {},
  otherNames,
});
