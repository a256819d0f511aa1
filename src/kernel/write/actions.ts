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
import { Draft } from "./input/draft.ts";
import { idOf } from "./input/path-ids.ts";
import { readBody } from "./input/read-body.ts";
import { readFields } from "./input/read-fields.ts";
import { lockRecord } from "./lock-record.ts";
import { described } from "./route-words.ts";

/** A record that an action is about: locked, visible, and the caller's to write. */
export interface ActedOn<Id extends RecordId = number> {
  readonly id: Id;
  /** What it holds. */
  readonly stored: Draft;
}

/** What an action was asked for. */
export interface ActionRequest {
  /** What the body says; an empty draft where there is none. */
  readonly draft: Draft;
  /** What is wrong with it: the action adds to them and throws them before it writes. */
  readonly errors: ValidationErrors;
  /** The files of a multipart body by the names of their fields. */
  readonly files: ReadonlyMap<string, ReceivedFile>;
  /** What the query holds of `parameters`. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Another id of the path, a number. @throws RequestError 404 when it is none */
  id(name: string): number;
}

interface Common {
  readonly method: Method;
  readonly scopes: readonly Scope[];
  /** One sentence. */
  readonly summary: string;
  readonly description?: string;
  /** 200 with a record unless it says otherwise. */
  readonly success?: 200 | 201 | 204;
  readonly body?: RequestBody;
  /** Whose record the answer shows, where that is not the resource's own; under the same root. */
  readonly answers?: Resource;
  /** Relations that the answer always embeds. */
  readonly embeds?: readonly string[];
  /** What it may compute instead of showing a record; an action with it answers 200. */
  readonly computes?: ComputedAnswer;
  /** The attributes that this answer alone shows. */
  readonly reveals?: readonly string[];
  /** What the query may hold. */
  readonly parameters?: DocumentedParameters;
  /** Members of `meta` that the answer has. */
  readonly meta?: Readonly<Record<string, TSchema>>;
}

interface OnOne<Id extends RecordId, Prepared> extends Common {
  readonly on: "one";
  /** Behind the record's id in the path: `add_tag/:bookings_tag_id`. */
  readonly path: string;
  /** The name of the record's id in the path; `<singular>_id` unless it says otherwise. */
  readonly idName?: string;
  /**
   * Comes before the record is locked: locks that must be taken first, to keep one order of locks everywhere.
   * @param peek what the body says, where it names more to lock; undefined where it cannot be read, which is told behind the locks
   */
  readonly prepare?: (context: WriteContext, id: Id, peek: () => Promise<Draft | undefined>) => Promise<Prepared>;
  /** Does what the action is about. It gets what `prepare` answered. */
  run(
    context: WriteContext,
    record: ActedOn<Id>,
    request: ActionRequest,
    prepared: Prepared | undefined,
  ): Promise<Outcome>;
}

interface OnMany<Id extends RecordId> extends Common {
  readonly on: "many";
  /** Behind the records' ids in the path, which are separated by commas. */
  readonly path: string;
  readonly prepare?: (context: WriteContext, ids: readonly Id[]) => Promise<void>;
  run(context: WriteContext, records: readonly ActedOn<Id>[], request: ActionRequest): Promise<Outcome>;
}

interface OnNone extends Common {
  readonly on: "none";
  /** Behind the resource's path; empty for the resource itself. */
  readonly path: string;
  run(context: WriteContext, request: ActionRequest): Promise<Outcome>;
}

/** Most records that one action is about. */
const mostRecords = 1000;

/**
 * The route of an operation of its own: on one record, on several that the path names, or on none. The kernel parses the ids, locks the
 * records in the order of their ids and reads the body; the operation does what it is about.
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

/** Where an action is served. */
interface Placed {
  readonly on: "one" | "many" | "none";
  readonly path: string;
  readonly idName?: string;
}

function pathOf({ path, singular }: Resource, options: Placed): string {
  const behind = options.path === "" ? "" : `/${options.path}`;
  switch (options.on) {
    case "one":
      return `/${path}/:${options.idName ?? `${singular}_id`}${behind}`;
    case "many":
      return `/${path}/:ids${behind}`;
    case "none":
      return `/${path}${behind}`;
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
      const ask = () => (read ??= asked(context, resource, options.body, request));
      // Who may not write the record learns that first: what is wrong with the body is thrown by the second look at it.
      const peek = () =>
        ask().then(
          ({ draft }) => draft,
          () => undefined,
        );
      const prepared = await options.prepare?.(context, id, peek);
      const record = await actedOn(context, resource, id);
      return options.run(context, record, await ask(), prepared);
    }
    case "many": {
      const ids = idsOf(resource, request);
      await options.prepare?.(context, ids);
      const records: ActedOn<Id>[] = [];
      for (const id of ids) records.push(await actedOn(context, resource, id));
      return options.run(context, records, await asked(context, resource, options.body, request));
    }
    case "none":
      return options.run(context, await asked(context, resource, options.body, request));
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

/** The ids that the path names, each once and in ascending order: the order of locks. @throws RequestError 404 when one is none */
function idsOf<Id extends RecordId>(resource: Resource<Attributes, Relations, Id>, request: WriteRequest): Id[] {
  const texts = (request.ids.get("ids") ?? "").split(",");
  if (texts.length > mostRecords) throw badRequest(`The path names more than ${mostRecords} records.`);
  const ids = new Set(texts.map((text) => idOf({ ...request, ids: new Map([["ids", text]]) }, "ids", resource.key)));
  return [...ids].toSorted((a, b) => (a < b ? -1 : 1));
}

async function asked(
  context: WriteContext,
  resource: Resource,
  body: RequestBody | undefined,
  request: WriteRequest,
): Promise<ActionRequest> {
  const id = (name: string): number => idOf(request, name);
  const { files = new Map<string, ReceivedFile>(), parameters = new Map<string, string>() } = request;
  const isLeftOut = body?.media === "json" && body.optional && !says(request.body);
  if (!body || isLeftOut)
    return {
      draft: new Draft(body?.of ?? resource, new Map(), undefined),
      errors: new ValidationErrors(),
      files,
      parameters,
      id,
    };
  const read =
    body.media === "json" ? await readBody(context, body, request.body) : await readFields(context, body, request);
  return { ...read, files, parameters, id };
}

/** A body that may be left out may as well be an empty object. */
const says = (body: unknown): boolean =>
  body !== undefined && body !== null && !(isObject(body) && Object.keys(body).length === 0);
