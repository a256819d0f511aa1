import type { components, paths } from "./api.ts";

/** What the types of the API's document say of a call: its parameters, its body and its answer, by path and method. */

/** A method of an operation, as the document spells it. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that know a method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;

type JsonOf<Answer> = Answer extends { content: { "application/vnd.api+json": infer Data } } ? Data : undefined;

/** What a successful answer holds; undefined where it has no body (204). */
export type Data<P extends keyof paths, M extends Method> =
  Operation<P, M> extends { responses: infer Answers }
    ? { [S in keyof Answers]: JsonOf<Answers[S]> }[keyof Answers]
    : never;

type MayLack<T> = Record<never, never> extends T ? true : false;

type ParametersOf<O> = O extends { parameters: infer Parameters }
  ? MayLack<Parameters> extends true
    ? { params?: Parameters }
    : { params: Parameters }
  : { params?: never };

type ContentOf<Body> = Body extends { content: infer Content }
  ? Content extends { "application/json": infer Json }
    ? "multipart/form-data" extends keyof Content
      ? Json | FormData
      : Json
    : FormData
  : never;

type BodyOf<O> = O extends { requestBody: infer Body }
  ? { body: ContentOf<Body> }
  : O extends { requestBody?: infer Body }
    ? { body?: ContentOf<Body> }
    : { body?: never };

/** What may be said with any call. */
export interface CallSettings {
  /** Further headers, such as `If-None-Match`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call, also while it waits to be repeated: it then fails with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The UUID of a write that is repeated from elsewhere, such as a queue of your own. Each write has one unless told. */
  readonly idempotencyKey?: string;
}

/** What a call takes. */
export type CallOptions<P extends keyof paths, M extends Method> = ParametersOf<Operation<P, M>> &
  BodyOf<Operation<P, M>> &
  CallSettings;

/** The options of a call as the last parameter: left out where nothing is required. */
export type Options<P extends keyof paths, M extends Method> =
  MayLack<CallOptions<P, M>> extends true ? [options?: CallOptions<P, M>] : [options: CallOptions<P, M>];

/** A record of a resource, such as `Resource<"bookings">`. */
export type Resource<Name extends keyof components["schemas"]> = components["schemas"][Name];

type Paged = { readonly meta: components["schemas"]["paging"] };

/** The paths whose answers have pages. */
export type ListPath = { [P in PathsWith<"get">]: Data<P, "get"> extends Paged ? P : never }[PathsWith<"get">];

/** A record of a list: an element of what stands beside `links` and `meta`. */
export type RecordOf<P extends ListPath> = ElementOf<Data<P, "get">>;

type ElementOf<Page> =
  Exclude<Page[Exclude<keyof Page, "links" | "meta">], undefined> extends readonly (infer R)[] ? R : never;
