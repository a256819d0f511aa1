import type { components, paths } from "./api.ts";

/** Types of calls from the OpenAPI document: parameters, bodies and responses, by path and method. */

/** A method as the document spells it. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths with a method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, unknown> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = M extends keyof paths[P] ? paths[P][M] : never;

type JsonOf<Answer> = Answer extends { content: { "application/vnd.api+json": infer Data } } ? Data : undefined;

/** A successful response's body; undefined without one (204). */
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

/** The settings of any call. */
export interface CallSettings {
  /** Additional headers, such as `If-None-Match`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the call, also between retries. It then fails with the signal's reason. */
  readonly signal?: AbortSignal;
  /** A UUID for writes that you retry yourself, such as from a queue. Default: a new one per write. */
  readonly idempotencyKey?: string;
}

/** A call's options. */
export type CallOptions<P extends keyof paths, M extends Method> = ParametersOf<Operation<P, M>> &
  BodyOf<Operation<P, M>> &
  CallSettings;

/** The options as the last parameter, optional if nothing is required. */
export type Options<P extends keyof paths, M extends Method> =
  MayLack<CallOptions<P, M>> extends true ? [options?: CallOptions<P, M>] : [options: CallOptions<P, M>];

/** A record of a resource, such as `Resource<"bookings">`. */
export type Resource<Name extends keyof components["schemas"]> = components["schemas"][Name];

type Paged = { readonly meta: components["schemas"]["paging"] };

/** The paths with paged responses. */
export type ListPath = { [P in PathsWith<"get">]: Data<P, "get"> extends Paged ? P : never }[PathsWith<"get">];

/** A list's record: an element of the member besides `links` and `meta`. */
export type RecordOf<P extends ListPath> = ElementOf<Data<P, "get">>;

type ElementOf<Page> =
  Exclude<Page[Exclude<keyof Page, "links" | "meta">], undefined> extends readonly (infer R)[] ? R : never;
