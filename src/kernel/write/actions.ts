import type { TSchema } from "typebox";
import type { Scope } from "../access/scopes.ts";
import type { Attribute, Attributes } from "../attribute.ts";
import { badRequest, ValidationErrors } from "../errors.ts";
import type { RecordId } from "../key.ts";
import type { Relations } from "../relation.ts";
import { beforeOf, type RequestBody } from "../request-body.ts";
import type { Resource } from "../resource.ts";
import type {
  ComputedAnswer,
  DocumentedParameters,
  Method,
  Outcome,
  ReceivedFile,
  Route,
  WriteRequest,
} from "../route.ts";
import { isObject } from "../values/structure.ts";
import type { WriteContext } from "./context.ts";
import type { BodyRecord } from "./input/amounts.ts";
import { Draft } from "./input/draft.ts";
import { idOf } from "./input/path-ids.ts";
import { readBody } from "./input/read-body.ts";
import { readFields } from "./input/read-fields.ts";
import { assertUnchanged, lockRecord } from "./lock-record.ts";
import { described } from "./route-words.ts";

/** A record that an action changes: locked, visible, and writable by the caller. */
export interface ActedOn<Id extends RecordId = number> {
  readonly id: Id;
  /** Its stored values. */
  readonly stored: Draft;
}

/** An action's input. */
export interface ActionRequest {
  /** The parsed body; empty without one. */
  readonly draft: Draft;
  /** The body's problems so far. The action adds to them and throws them before it writes. */
  readonly errors: ValidationErrors;
  /** The files of a multipart body, by field name. */
  readonly files: ReadonlyMap<string, ReceivedFile>;
  /** The query's values of `parameters`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Another numeric id of the path. @throws RequestError 404 for any other text */
  id(name: string): number;
}

interface Common {
  readonly method: Method;
  readonly scopes: readonly Scope[];
  /** One sentence. */
  readonly summary: string;
  readonly description?: string;
  /** Default: 200 with a record. 202: a job follows. */
  readonly success?: 200 | 201 | 202 | 204;
  readonly body?: RequestBody;
  /** The resource in the answer, if it is not the route's own; under the same root. */
  readonly answers?: Resource;
  /** Relations that the answer always embeds. */
  readonly embeds?: readonly string[];
  /** An object that it may compute instead of showing a record; such an action answers 200. */
  readonly computes?: ComputedAnswer;
  /** Attributes that only this answer shows. */
  readonly reveals?: readonly string[];
  /** Accepted query parameters. */
  readonly parameters?: DocumentedParameters;
  /** Members of the answer's `meta`. */
  readonly meta?: Readonly<Record<string, TSchema>>;
}

interface OnOne<Id extends RecordId, Prepared> extends Common {
  readonly on: "one";
  /** Follows the record's id in the path: `add_tag/:bookings_tag_id`. */
  readonly path: string;
  /** The name of the record's id in the path; default `<singular>_id`. */
  readonly idName?: string;
  /**
   * Takes locks that come before the record's own in the global lock order.
   * @param peek reads the body early, where it names more to lock; undefined for an invalid body, which is reported after locking
   */
  readonly prepare?: (context: WriteContext, id: Id, peek: () => Promise<Draft | undefined>) => Promise<Prepared>;
  /** Performs the action. @param prepared the result of `prepare` */
  run(
    context: WriteContext,
    record: ActedOn<Id>,
    request: ActionRequest,
    prepared: Prepared | undefined,
  ): Promise<Outcome>;
}

interface OnMany<Id extends RecordId> extends Common {
  readonly on: "many";
  /** Follows the comma-separated record ids in the path. */
  readonly path: string;
  readonly prepare?: (context: WriteContext, ids: readonly Id[]) => Promise<void>;
  run(context: WriteContext, records: readonly ActedOn<Id>[], request: ActionRequest): Promise<Outcome>;
}

interface OnNone extends Common {
  readonly on: "none";
  /** Follows the resource's path; empty for the resource itself. */
  readonly path: string;
  run(context: WriteContext, request: ActionRequest): Promise<Outcome>;
}

/** The maximum number of records of one action. */
const maxRecords = 1000;

/**
 * The route of a custom operation: on one record, on several, or on none. The kernel parses the ids, locks the records in ascending id
 * order and reads the body.
 */
export function action<Id extends RecordId, Prepared = void>(
  resource: Resource<Attributes, Relations, Id>,
  options: OnOne<Id, Prepared> | OnMany<Id> | OnNone,
): Route {
  const {
    method,
    scopes,
    summary,
    success = 200,
    body,
    answers,
    embeds,
    computes,
    reveals,
    parameters,
    meta,
  } = options;
  return {
    method,
    path: pathOf(resource, options),
    scopes,
    resource,
    summary,
    ...described(options),
    operation: {
      kind: "write",
      success,
      ...(options.on === "one" ? { onOne: true } : {}),
      ...(body ? { body } : {}),
      ...(body?.media === "json" ? beforeOf(body) : {}),
      ...(answers ? { answers } : {}),
      ...(embeds ? { embeds } : {}),
      ...(computes ? { computes } : {}),
      ...(reveals ? { reveals } : {}),
      ...(parameters ? { parameters } : {}),
      ...(meta ? { meta } : {}),
      run: (context, request) => perform(context, resource, options, request),
    },
  };
}

/** The path of an action. */
interface ActionPath {
  readonly on: "one" | "many" | "none";
  readonly path: string;
  readonly idName?: string;
}

function pathOf({ path, singular }: Resource, options: ActionPath): string {
  const suffix = options.path === "" ? "" : `/${options.path}`;
  switch (options.on) {
    case "one":
      return `/${path}/:${options.idName ?? `${singular}_id`}${suffix}`;
    case "many":
      return `/${path}/:ids${suffix}`;
    case "none":
      return `/${path}${suffix}`;
  }
}

async function perform<Id extends RecordId, Prepared>(
  context: WriteContext,
  resource: Resource<Attributes, Relations, Id>,
  options: OnOne<Id, Prepared> | OnMany<Id> | OnNone,
  request: WriteRequest,
): Promise<Outcome> {
  switch (options.on) {
    case "one": {
      const id = idOf(request, options.idName ?? `${resource.singular}_id`, resource.key);
      let read: Promise<ActionRequest> | undefined;
      const readOnce = () => (read ??= readRequest(context, resource, options.body, request, { resource, id }));
      // A caller that may not write the record gets that error first; body errors surface in the second read.
      const peek = () =>
        readOnce().then(
          ({ draft }) => draft,
          () => undefined,
        );
      const prepared = await options.prepare?.(context, id, peek);
      await assertUnchanged(context, resource, id);
      const record = await actedOn(context, resource, id);
      return options.run(context, record, await readOnce(), prepared);
    }
    case "many": {
      const ids = idsOf(resource, request);
      await options.prepare?.(context, ids);
      const records: ActedOn<Id>[] = [];
      for (const id of ids) records.push(await actedOn(context, resource, id));
      return options.run(context, records, await readRequest(context, resource, options.body, request));
    }
    case "none":
      return options.run(context, await readRequest(context, resource, options.body, request));
  }
}

async function actedOn<Id extends RecordId>(
  context: WriteContext,
  resource: Resource<Attributes, Relations, Id>,
  id: Id,
): Promise<ActedOn<Id>> {
  const stored: ReadonlyMap<Attribute<unknown>, unknown> = await lockRecord(context, resource, id);
  return { id, stored: new Draft(resource, new Map(), stored) };
}

/** The path's ids without duplicates, in lock order. @throws RequestError 404 for an invalid id */
function idsOf<Id extends RecordId>(resource: Resource<Attributes, Relations, Id>, request: WriteRequest): Id[] {
  const texts = (request.ids.get("ids") ?? "").split(",");
  if (texts.length > maxRecords) throw badRequest(`The path names more than ${maxRecords} records.`);
  const ids = new Set(texts.map((text) => idOf({ ...request, ids: new Map([["ids", text]]) }, "ids", resource.key)));
  return [...ids].toSorted((a, b) => (a < b ? -1 : 1));
}

async function readRequest(
  context: WriteContext,
  resource: Resource,
  body: RequestBody | undefined,
  request: WriteRequest,
  of?: BodyRecord,
): Promise<ActionRequest> {
  const id = (name: string): number => idOf(request, name);
  const { files = new Map<string, ReceivedFile>(), parameters = new Map<string, string>() } = request;
  const isAbsent = body?.media === "json" && body.optional && !hasContent(request.body);
  if (!body || isAbsent)
    return {
      draft: new Draft(body?.of ?? resource, new Map(), undefined),
      errors: new ValidationErrors(),
      files,
      parameters,
      id,
    };
  const read =
    body.media === "json" ? await readBody(context, body, request.body, of) : await readFields(context, body, request);
  return { ...read, files, parameters, id };
}

/** An empty object counts as an absent optional body. */
const hasContent = (body: unknown): boolean =>
  body !== undefined && body !== null && !(isObject(body) && Object.keys(body).length === 0);
