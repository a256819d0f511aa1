import type { Attributes } from "./attribute.ts";
import type { Nested } from "./nested.ts";
import type { Resource } from "./resource.ts";
import type { BeforeContext, PreparedRequest, WriteRequest } from "./write-request.ts";

/** The default size limit of a body in bytes (conventions.md, Bounds). */
export const defaultBodyLimit = 1024 * 1024;

/** A JSON body: its members and options. Documentation, parsing and the operation's draft follow from it. */
export interface JsonBody {
  readonly media: "json";
  /** The resource whose attributes and relations it may set. */
  readonly of: Resource;
  /** Nested lists and objects. */
  readonly nested: Nested;
  /** Nested members that are accepted because clients echo what they read; not documented. */
  readonly echoes: Nested;
  /** A creation must set what is required; an update need not. */
  readonly writing: "create" | "update";
  /** Whether an update refuses a new value for a creation-only attribute, or ignores it. */
  readonly refusesFixed: boolean;
  /** A body specific to the operation, rather than a write of the route's resource. */
  readonly own: boolean;
  /** The members are at the top level, and not under the resource's root. */
  readonly flat: boolean;
  /** The body may be absent. */
  readonly optional: boolean;
  /** In bytes; a form may carry its file in addition to the default limit. */
  readonly limit: number;
  /** An optional file: in base64 in the JSON, or as a part of a form whose fields are the attributes. */
  readonly upload: Upload | undefined;
}

/** A write's file, sent as JSON or in a form (`JsonBody.upload`). */
export interface Upload {
  /** The name of the attribute (`storedFile`) and of the form's part. */
  readonly name: string;
  /** Accepted media types, detected from the bytes; empty: any. */
  readonly types: readonly string[];
  /** The file's maximum size in bytes. */
  readonly limit: number;
  /** Stores the file and replaces it in the body with its `StoredFile`. */
  readonly store: (body: JsonBody, context: BeforeContext, request: WriteRequest) => Promise<PreparedRequest>;
}

/** Bytes of a body with a file in base64: 25 MiB and its envelope (conventions.md, Bounds). */
export const uploadLimit = 35 * 1024 * 1024;

/** A file of a multipart body. */
export interface FileField {
  /** Media types that the client may declare, such as `image/jpeg`; empty: any. The stored bytes are checked separately. */
  readonly types: readonly string[];
  /** The maximum size in bytes. */
  readonly limit: number;
  readonly required: boolean;
  /** One sentence for the API's documentation. */
  readonly description: string;
}

/** A `multipart/form-data` body: fields with a resource's attributes, and files, which are streamed to disk. */
export interface MultipartBody {
  readonly media: "multipart";
  readonly of: Resource;
  readonly files: Readonly<Record<string, FileField>>;
  /** The maximum size of the whole body in bytes. */
  readonly limit: number;
}

export type RequestBody = JsonBody | MultipartBody;

type JsonOptions = Partial<Omit<JsonBody, "media" | "of">>;

/** A JSON body of a resource's attributes; by default for a creation. */
export const jsonBody = (of: Resource, options: JsonOptions = {}): JsonBody => ({
  media: "json",
  of,
  nested: {},
  echoes: {},
  writing: "create",
  refusesFixed: false,
  own: false,
  flat: false,
  optional: false,
  limit: options.upload ? uploadLimit : defaultBodyLimit,
  upload: undefined,
  ...options,
});

interface Before {
  readonly before?: (context: BeforeContext, request: WriteRequest) => Promise<PreparedRequest>;
}

/** The preparation step of an operation whose body may carry a file. */
export const beforeOf = (body: JsonBody): Before => {
  const { upload } = body;
  return upload ? { before: (context, request) => upload.store(body, context, request) } : {};
};

/** The form equivalent of a body with a file. */
export const formOf = (body: JsonBody, { name, limit }: Upload): MultipartBody => ({
  media: "multipart",
  of: body.of,
  files: {
    [name]: { types: [], limit, required: false, description: body.of.attributes[name]?.traits.description ?? "" },
  },
  limit: limit + defaultBodyLimit,
});

/**
 * A body specific to an operation on a resource: other attributes, no relations. Its values can be stored as the resource's.
 * @param otherNames the message for an unknown name
 */
export const bodyOf = (resource: Resource, attributes: Attributes, otherNames?: string): Resource => ({
  ...resource,
  attributes,
  relations: {},
  otherNames,
});
