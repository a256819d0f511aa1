import type { TSchema } from "typebox";
import type { AccountScope } from "../database/sql/account-scope.ts";
import type { Scope } from "./access/scopes.ts";
import type { ApplicationCache } from "./application-cache.ts";
import type { Attributes } from "./attribute.ts";
import type { TextMedia } from "./files/text-media.ts";
import type { RecordId } from "./key.ts";
import type { CacheLifetime } from "./read/cache-lifetime.ts";
import type { MoreLinks } from "./read/more-links.ts";
import type { Includes, RawParameters } from "./read/query.ts";
import type { ReadScope } from "./read/visible/read-scope.ts";
import type { JsonBody, RequestBody } from "./request-body.ts";
import type { Resource } from "./resource.ts";
import type { WriteContext } from "./write/context.ts";
import type { BeforeContext, PreparedRequest, WriteRequest } from "./write-request.ts";

export type { ReceivedFile, WriteRequest } from "./write-request.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An object that an operation computes instead of showing a record, such as a dry run's result. It has no links. */
export interface ComputedAnswer {
  /** The envelope's root. It differs from a record's, so that clients can distinguish the two. */
  readonly root: string;
  readonly description: string;
  readonly attributes: Attributes;
  /** It is never stored under an idempotency key: a repeated request computes it again, and sees what was erased meanwhile. */
  readonly isUnstored?: true;
}

/** The record in an operation's answer. */
export interface Shown {
  readonly shows: Resource;
  readonly id: RecordId;
  readonly includes?: Includes;
  /** Members of `meta` (see `Operation.meta`). */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Attributes that no read shows, such as a new secret, appended to the record (`Attribute.shownOnce`). */
  readonly reveals?: Readonly<Record<string, string>>;
}

/** An operation's result: a record to show, a computed object, or "gone" for a deleted record. */
export type Outcome = Shown | Computed | "gone";

/** A computed answer. */
export interface Computed {
  readonly computes: ComputedAnswer;
  /** JSON text. */
  readonly object: string;
  /** The record whose personal data it contains. Once that is erased, a replayed request shows the record instead. */
  readonly about?: Pick<Shown, "shows" | "id">;
}

/** A read's parameters by name, with their JSON Schemas and descriptions. */
export type DocumentedParameters = Readonly<
  Record<string, { readonly schema: TSchema; readonly description: string; readonly required?: true }>
>;

/** A computing read's context: one caller, at one moment. */
export interface ReadContext extends ReadScope<AccountScope> {
  readonly cache: ApplicationCache;
  /** Collects truncated links for `meta`. */
  readonly moreLinks: MoreLinks;
  /** Checks the token again during a long wait. @throws RequestError 401 when the token has ended */
  readonly isStillAdmitted: () => Promise<boolean>;
  /** Whether it is part of an atomic bulk request, whose locks last until the request ends. */
  readonly isShared?: boolean;
  /** Days that the event feed keeps changes; absent: the default. */
  readonly eventDays?: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * A computing read's input: the ids of its path, and its parameters. A POST sends the parameters as one flat JSON object, whose values are
 * texts as in a query string.
 */
export interface ReadRequest {
  readonly ids: readonly RecordId[] | undefined;
  readonly parameters: RawParameters;
  /** The medium that the client wants, one of `Operation.texts`; absent: JSON. */
  readonly media?: TextMedia;
}

/** A computing read's answer: the records as JSON texts (see `Operation.answers`), or a text in another medium. */
export type ReadAnswer =
  /** A whole file in another medium (see `ReadRequest.media`). */
  | { readonly form: "text"; readonly media: TextMedia; readonly text: string; readonly filename: string }
  /** All records, without pages. */
  | {
      readonly form: "all";
      readonly records: readonly string[];
      /** Members of `meta` (see `Operation.meta`). */
      readonly meta?: Readonly<Record<string, unknown>>;
    }
  /** A page of records, with the total. */
  | {
      readonly form: "page";
      readonly records: readonly string[];
      readonly page: number;
      readonly perPage: number;
      readonly total: number;
      /** The next page's `after`; null on the last page; absent where only page numbers work. */
      readonly after?: string | null;
    }
  /** Records that are sent while they are computed. Equal tags mean equal records. */
  | {
      readonly form: "stream";
      /** JSON bytes, with commas between records. They are cached, so do not modify a buffer afterwards. */
      readonly records: Iterable<Buffer>;
      readonly tag: string;
      readonly lasting: CacheLifetime;
      /** The page's position, in the units that the read counts. */
      readonly paging: {
        readonly page: number;
        readonly perPage: number;
        readonly total: number;
        /** The next page's `after`; null on the last page; absent where only page numbers work. */
        readonly after?: string | null;
      };
      /** Additional members of `meta`. */
      readonly meta?: Readonly<Record<string, unknown>>;
    };

export type Operation =
  | { readonly kind: "list" }
  | { readonly kind: "get" }
  /** A read that computes its answer. */
  | {
      readonly kind: "read";
      /** Accepted parameters, for the documentation: `run` itself validates the values. */
      readonly parameters: DocumentedParameters;
      /** Additional attributes of its records, for the documentation. */
      readonly additional?: Attributes;
      /** Members of `meta` other than the paging, for the documentation. */
      readonly meta?: Readonly<Record<string, TSchema>>;
      /** The resource of its records, if it is not the route's own. */
      readonly answers?: Resource;
      /** May answer 410 for data that is no longer kept. */
      readonly mayBeGone?: true;
      /** Media other than JSON that it can answer with. */
      readonly texts?: readonly TextMedia[];
      run(context: ReadContext, request: ReadRequest): Promise<ReadAnswer>;
    }
  | {
      readonly kind: "write";
      readonly success: 200 | 201 | 202 | 204;
      /** It changes one record, so that `If-Match` can make it conditional. */
      readonly onOne?: true;
      /** The request's body; absent: none. */
      readonly body?: RequestBody;
      /** Accepted query parameters: `run` itself validates the values. Absent: none. */
      readonly parameters?: DocumentedParameters;
      /** The resource in the answer, if it is not the route's own; under the same root. For the documentation. */
      readonly answers?: Resource;
      /** Relations that the answer always embeds. For the documentation. */
      readonly embeds?: readonly string[];
      /** The object that it may compute instead of showing a record. For the documentation. */
      readonly computes?: ComputedAnswer;
      /** Attributes that only this answer shows. For the documentation. */
      readonly reveals?: readonly string[];
      /** Members of `meta`. For the documentation. */
      readonly meta?: Readonly<Record<string, TSchema>>;
      /**
       * Runs before the transaction; `run` receives the request that it returns.
       * @throws RequestError 413
       */
      readonly before?: (context: BeforeContext, request: WriteRequest) => Promise<PreparedRequest>;
      /** The contended part of the account, such as a calendar: contending requests queue without holding a connection. */
      readonly contends?: (request: WriteRequest) => string;
      run(context: WriteContext, request: WriteRequest): Promise<Outcome>;
    };

/** A route's JSON body, if it requires one. */
export function requiredJson({ operation }: Route): JsonBody | undefined {
  if (operation.kind !== "write" || operation.body?.media !== "json" || operation.body.optional) return undefined;
  return operation.body;
}

/** An API route, from which both the REST interface and the documentation follow. */
export interface Route {
  readonly method: Method;
  /** Below /api/v3, with `:name` for ids. */
  readonly path: string;
  /** Any of these scopes is sufficient. */
  readonly scopes: readonly Scope[];
  readonly resource: Resource;
  readonly operation: Operation;
  /** One sentence. */
  readonly summary: string;
  /** Additional notes, in a few sentences. */
  readonly description?: string;
}

/**
 * The routes that read a resource: its list, and one or several records by id.
 * @param listedFor the scopes that may request the list, where more scopes may than see anything in it
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
