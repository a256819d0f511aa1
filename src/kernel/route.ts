import type { Caller } from "./caller.ts";
import type { RecordId } from "./key.ts";
import type { Reader } from "./read/read.ts";
import type { Includes } from "./read/query.ts";
import type { Resource } from "./resource.ts";
import type { Scope } from "./scopes.ts";
import type { WriteContext } from "./write/context.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What a writing request carries: the ids of its path by their names, as texts (see `idOf`), and its parsed body. */
export interface WriteRequest {
  readonly ids: ReadonlyMap<string, string>;
  readonly body: unknown;
}

/** What a verb answers: the record to show, or that it is gone. */
export type Outcome =
  | { readonly shows: Resource; readonly id: RecordId; readonly includes?: Includes; readonly withoutLinks?: true }
  | "gone";

export type Operation =
  | { readonly kind: "list" }
  | { readonly kind: "get" }
  /** A read with a form of its own: answers the members of the envelope as JSON texts. */
  | {
      readonly kind: "read";
      run(
        reader: Reader,
        caller: Caller,
        ids: readonly RecordId[] | undefined,
      ): Promise<Readonly<Record<string, string>>>;
    }
  | {
      readonly kind: "write";
      readonly success: 200 | 201 | 204;
      /** What the body must be, for the documentation. */
      readonly body: "record" | "optional" | "none";
      /** Names beside the resource's own attributes that the body may have. */
      readonly extras: readonly string[];
      run(context: WriteContext, request: WriteRequest): Promise<Outcome>;
    };

/** One route of the API: what both the HTTP face and the documentation are made from. */
export interface Route {
  readonly method: Method;
  /** Below /api/v3, with `:name` for ids. */
  readonly path: string;
  /** Any of these scopes admits. */
  readonly scopes: readonly Scope[];
  readonly resource: Resource;
  readonly operation: Operation;
  /** One sentence. */
  readonly summary: string;
}

/** The routes that read a resource: its list, and one or several by id. */
export function reads(resource: Resource): Route[] {
  const { name, singular, path, readScopes } = resource;
  return [
    {
      method: "GET",
      path: `/${path}`,
      scopes: readScopes,
      resource,
      operation: { kind: "list" },
      summary: `List ${words(name)}.`,
    },
    {
      method: "GET",
      path: `/${path}/:${singular}_id`,
      scopes: readScopes,
      resource,
      operation: { kind: "get" },
      summary: `Get one or several ${words(name)} by id.`,
    },
  ];
}

/** A resource's name as words. */
export function words(name: string): string {
  return name.replaceAll("_", " ");
}
