import type { TSchema } from "typebox";
import type { AccountScope } from "../database/sql/account-scope.ts";
import type { Scope } from "./access/scopes.ts";
import type { ApplicationCache } from "./application-cache.ts";
import type { Attributes } from "./attribute.ts";
import type { TextMedia } from "./files/text-media.ts";
import type { RecordId } from "./key.ts";
import type { Lasting } from "./read/lasting.ts";
import type { MoreLinks } from "./read/more-links.ts";
import type { Includes, RawParameters } from "./read/query.ts";
import type { ReadScope } from "./read/visible/read-scope.ts";
import type { JsonBody, RequestBody } from "./request-body.ts";
import type { Resource } from "./resource.ts";
import type { WriteContext } from "./write/context.ts";
import type { BeforeContext, PreparedRequest, WriteRequest } from "./write-request.ts";

export type { ReceivedFile, WriteRequest } from "./write-request.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** What an operation may compute instead of showing a record, such as what it would do: an object that no table holds, without links. */
export interface ComputedAnswer {
  /** Of the envelope: another one than a record's, so that a client can tell the two apart. */
  readonly root: string;
  readonly description: string;
  readonly attributes: Attributes;
}

/** The record that an operation shows. */
export interface Shown {
  readonly shows: Resource;
  readonly id: RecordId;
  readonly includes?: Includes;
  /** Members of the answer's `meta` (see `Operation.meta`). */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Attributes that no read ever shows, behind those of the record: a secret that was just made (`Attribute.shownOnce`). */
  readonly reveals?: Readonly<Record<string, string>>;
}

/** What an operation answers: the record to show, something that it has computed (a JSON text), or that the record is gone. */
export type Outcome = Shown | Computed | "gone";

/** An answer that an operation has computed. */
export interface Computed {
  readonly computes: ComputedAnswer;
  /** JSON text. */
  readonly object: string;
  /** The record that it tells personal data of: once that is erased, a repeated request is answered with the record. */
  readonly about?: Pick<Shown, "shows" | "id">;
}

/** Parameters of a read by name: what their text must be, and what they mean. */
export type DocumentedParameters = Readonly<
  Record<string, { readonly schema: TSchema; readonly description: string; readonly required?: true }>
>;

/** What a computing read works with, on behalf of one caller, at one moment. */
export interface ReadContext extends ReadScope<AccountScope> {
  readonly cache: ApplicationCache;
  /** Collects what the records' links do not show, for `meta`. */
  readonly moreLinks: MoreLinks;
  /** Whether the caller may still do exactly what he might when he was let in: what waits asks again. @throws RequestError 401 when the token has ended */
  readonly isStillAdmitted: () => Promise<boolean>;
  /** Days that changes are kept in the feed; absent: as usual. */
  readonly eventDays?: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * What a computing read is asked: the ids of its path (`:ids`, or the name of one), and its parameters. A POST brings them as one flat JSON object, of
 * which each value is the text that a query would have.
 */
export interface ReadRequest {
  readonly ids: readonly RecordId[] | undefined;
  readonly parameters: RawParameters;
  /** Which text of `Operation.texts` the client wants; absent: JSON. */
  readonly media?: TextMedia;
}

/** What a computing read answers: records of the route's resource (see `Operation.answers`) as JSON texts, or one text of another medium. */
export type ReadAnswer =
  /** A whole file, for a client that wants one (see `ReadRequest.media`). */
  | { readonly form: "text"; readonly media: TextMedia; readonly text: string; readonly filename: string }
  /** All records at once; there are no pages. */
  | {
      readonly form: "all";
      readonly records: readonly string[];
      /** Members of `meta` (see `Operation.meta`). */
      readonly meta?: Readonly<Record<string, unknown>>;
    }
  /** A page of records, and how many there are in all. */
  | {
      readonly form: "page";
      readonly records: readonly string[];
      readonly page: number;
      readonly perPage: number;
      readonly total: number;
      /** The `after` of the next page, null where there is none; absent where pages go by numbers alone. */
      readonly after?: string | null;
    }
  /** Records, written out as they are computed. The same `tag` is the same records: it says all that they are computed from. */
  | {
      readonly form: "stream";
      /** Bytes of JSON, with commas between the records. What is given is not to be written into any more: it is kept. */
      readonly records: Iterable<Buffer>;
      readonly tag: string;
      readonly lasting: Lasting;
      /** What is streamed is a page: counted in whatever the read counts. */
      readonly paging: {
        readonly page: number;
        readonly perPage: number;
        readonly total: number;
        /** The `after` of the next page, null where there is none; absent where pages go by numbers alone. */
        readonly after?: string | null;
      };
      /** Further members of `meta`. */
      readonly meta?: Readonly<Record<string, unknown>>;
    };

export type Operation =
  | { readonly kind: "list" }
  | { readonly kind: "get" }
  /** A read that computes what it answers. */
  | {
      readonly kind: "read";
      /** What may be asked, for the documentation: `run` itself checks the values. */
      readonly parameters: DocumentedParameters;
      /** What its records have beside the attributes of their resource, for the documentation. */
      readonly additional?: Attributes;
      /** Members of `meta` that it may answer beside the paging, for the documentation. */
      readonly meta?: Readonly<Record<string, TSchema>>;
      /** Whose records it answers, where they are not the route's own resource's. */
      readonly answers?: Resource;
      /** What it is asked for may be kept no longer: 410. */
      readonly mayBeGone?: true;
      /** In what it can answer beside JSON. */
      readonly texts?: readonly TextMedia[];
      run(context: ReadContext, request: ReadRequest): Promise<ReadAnswer>;
    }
  | {
      readonly kind: "write";
      readonly success: 200 | 201 | 204;
      /** What comes with the request; nothing where it is absent. */
      readonly body?: RequestBody;
      /** What its query may hold: `run` itself checks the values. Absent: nothing. */
      readonly parameters?: DocumentedParameters;
      /** Whose record the answer shows, where that is not the route's own resource; under the same root. For the documentation. */
      readonly answers?: Resource;
      /** Relations that the answer always embeds. For the documentation. */
      readonly embeds?: readonly string[];
      /** What it may compute instead of showing a record. For the documentation. */
      readonly computes?: ComputedAnswer;
      /** The attributes that its answer alone shows. For the documentation. */
      readonly reveals?: readonly string[];
      /** Members of `meta` that it answers. For the documentation. */
      readonly meta?: Readonly<Record<string, TSchema>>;
      /**
       * Whoever calls `run` calls this first, outside of the transaction, and gives `run` the request that it answers.
       * @throws RequestError 413
       */
      readonly before?: (context: BeforeContext, request: WriteRequest) => Promise<PreparedRequest>;
      /** What of its account the request locks, such as a calendar: those that contend for it wait for their turn without a connection. */
      readonly contends?: (request: WriteRequest) => string;
      run(context: WriteContext, request: WriteRequest): Promise<Outcome>;
    };

/** The body that a request to the route must bring, where it must bring JSON. */
export function requiredJson({ operation }: Route): JsonBody | undefined {
  if (operation.kind !== "write" || operation.body?.media !== "json" || operation.body.optional) return undefined;
  return operation.body;
}

/** One route of the API: what both the REST interface and the documentation are made from. */
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
  /** What else to know of it, in a few sentences. */
  readonly description?: string;
}

/**
 * The routes that read a resource: its list, and one or several by id.
 * @param listedFor the scopes that may ask for the list, where that are more than see anything in it
 */
export function reads(resource: Resource, { listedFor }: { readonly listedFor?: readonly Scope[] } = {}): Route[] {
  const { name, singular, path, readScopes } = resource;
  return [
    {
      method: "GET",
      path: `/${path}`,
      scopes: listedFor ?? readScopes,
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
