import type { Attributes } from "./attribute.ts";
import type { Nested } from "./nested.ts";
import type { Resource } from "./resource.ts";
import type { BeforeContext, PreparedRequest, WriteRequest } from "./write-request.ts";

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
  /** Whether an update refuses another value for an attribute that only a creation sets, or ignores it. */
  readonly refusesFixed: boolean;
  /** A body of an operation's own, and not what a write says of the route's resource. */
  readonly own: boolean;
  /** It stands in the body itself, and not under the resource's root. */
  readonly flat: boolean;
  /** The request may come without one. */
  readonly optional: boolean;
  /** Bytes; of a form it is what its file may have, and the usual limit for the rest. */
  readonly limit: number;
  /** A file that it may bring: in base64 in this JSON, or as a part of a form whose fields have the names of the attributes. */
  readonly upload: Upload | undefined;
}

/** The file of a write, which is either JSON or a form (`JsonBody.upload`). */
export interface Upload {
  /** The name of the attribute (`storedFile`), and of the part. */
  readonly name: string;
  /** Media types that its bytes may have; none: any. */
  readonly types: readonly string[];
  /** Bytes of the file itself. */
  readonly limit: number;
  /** Puts the file into the store, and its `StoredFile` in its place in the body. */
  readonly store: (body: JsonBody, context: BeforeContext, request: WriteRequest) => Promise<PreparedRequest>;
}

/** Bytes of a body that may bring a file in base64: 25 MiB and what is around them (conventions.md, Bounds). */
export const uploadLimit = 35 * 1024 * 1024;

/** A file of a multipart body. */
export interface FileField {
  /** Media types that the client may say it has, such as `image/jpeg`; none: any. What it has is looked at where it is stored. */
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
  refusesFixed: false,
  own: false,
  flat: false,
  optional: false,
  limit: options.upload ? uploadLimit : usualLimit,
  upload: undefined,
  ...options,
});

interface Before {
  readonly before?: (context: BeforeContext, request: WriteRequest) => Promise<PreparedRequest>;
}

/** What an operation with a body has besides, where that may bring a file. */
export const beforeOf = (body: JsonBody): Before => {
  const { upload } = body;
  return upload ? { before: (context, request) => upload.store(body, context, request) } : {};
};

/** What a form of such a body may hold. */
export const formOf = (body: JsonBody, { name, limit }: Upload): MultipartBody => ({
  media: "multipart",
  of: body.of,
  files: {
    [name]: { types: [], limit, required: false, description: body.of.attributes[name]?.traits.description ?? "" },
  },
  limit: limit + usualLimit,
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
