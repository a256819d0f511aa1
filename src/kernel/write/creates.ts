import type { TSchema } from "typebox";
import type { Scope } from "../access/scopes.ts";
import type { ValidationErrors } from "../errors.ts";
import type { RecordId } from "../key.ts";
import type { Nested } from "../nested.ts";
import type { Includes } from "../read/query.ts";
import { beforeOf, jsonBody, type Upload } from "../request-body.ts";
import type { Resource } from "../resource.ts";
import type { Outcome, Route, WriteRequest } from "../route.ts";
import type { WriteContext } from "./context.ts";
import type { Draft } from "./input/draft.ts";
import { idOf } from "./input/path-ids.ts";
import { type Check, type ReadBody, readBody } from "./input/read-body.ts";
import { lockVisible } from "./lock-record.ts";
import { aWord, described } from "./route-words.ts";
import { insertRecord, type ServerSetColumns } from "./store.ts";
import type { Amended } from "./updates.ts";

/** A creation's parent, from the path. The new record gets its id in `<singular>_id`. */
export interface Parent {
  readonly resource: Resource;
  readonly id: number;
}

interface CommonOptions {
  readonly scopes: readonly Scope[];
  /** Nested lists and objects in the body. */
  readonly nested?: Nested;
  /** Undocumented members that are accepted too, such as an alternative name. */
  readonly echoes?: Nested;
  /** A file that the body may carry (modules/files/upload.ts). */
  readonly upload?: Upload;
  /** The maximum body size in bytes, if it differs from the default. */
  readonly limit?: number;
  /** Additional documentation. */
  readonly description?: string;
  readonly check?: Check;
  /** Leaves parts of the body out before they are checked. */
  readonly amend?: (context: WriteContext, draft: Draft) => Promise<Amended>;
  /** Members of the answer's `meta`. */
  readonly meta?: Readonly<Record<string, TSchema>>;
  /** Columns that clients cannot set. */
  readonly serverSet?: (draft: Draft, context: WriteContext) => ServerSetColumns;
  /** Relations to embed in the answer: records that were created together with this one. */
  readonly shows?: (draft: Draft) => Includes;
}

interface CreateOptions extends CommonOptions {
  /**
   * Creates the record; default: the kernel's insert. It adds further problems to `errors` and throws them before it writes, so that an
   * answer lists every problem. @returns the new id
   */
  readonly create?: (context: WriteContext, draft: Draft, errors: ValidationErrors) => Promise<RecordId>;
}

interface CreateUnderOptions<Locked> extends CommonOptions {
  /** Takes locks that come before the parent's own in the global lock order. */
  readonly prepare?: (context: WriteContext, parentId: number) => Promise<void>;
  /**
   * Replaces the kernel's lock of the parent, for operations with a special lock or that also accept ended parents.
   * @throws RequestError 404 or 403 for a parent that the caller may not use
   */
  readonly lockParent?: (context: WriteContext, parentId: number) => Promise<Locked>;
  /** Contending requests for one parent queue without holding a connection (`Operation.contends`). */
  readonly contends?: true;
  /** Like `CreateOptions.create`, with the locked parent and the result of `lockParent`. */
  readonly create?: (
    context: WriteContext,
    parent: Parent,
    draft: Draft,
    errors: ValidationErrors,
    locked: Locked | undefined,
  ) => Promise<RecordId>;
}

/** The route that creates a record: `POST /things`. */
export function creates(resource: Resource, options: CreateOptions): Route {
  const { create, serverSet } = options;
  return route(resource, options, undefined, async (context, _request, read) => {
    const { draft, errors } = await read();
    if (create) return [await create(context, draft, errors), draft, errors];
    errors.throwIfAny();
    return [await insertRecord(context, draft, serverSet?.(draft, context)), draft, errors];
  });
}

/**
 * The route that creates a record under another one: `POST /parents/:parent_id/things`. A caller with an `_owned` scope can only use
 * its own records as parents (conventions.md, Reading).
 */
export function createsUnder<Locked = void>(
  parent: Resource,
  resource: Resource,
  options: CreateUnderOptions<Locked>,
): Route {
  const { create, serverSet, prepare, lockParent } = options;
  const name = `${parent.singular}_id`;
  const creation: Creation = async (context, request, read) => {
    const id = idOf(request, name);
    await prepare?.(context, id);
    const locked = lockParent ? await lockParent(context, id) : undefined;
    if (!lockParent) await lockVisible(context, parent, id);
    const { draft, errors } = await read({ resource: parent, id });
    if (create) return [await create(context, { resource: parent, id }, draft, errors, locked), draft, errors];
    errors.throwIfAny();
    const columns = { [name]: id, ...serverSet?.(draft, context) };
    return [await insertRecord(context, draft, columns), draft, errors];
  };
  const contends = (request: WriteRequest): string => `${parent.name} ${request.ids.get(name)}`;
  return route(resource, options, parent, creation, options.contends && contends);
}

type Created = Promise<[id: RecordId, draft: Draft, errors: ValidationErrors]>;
type ReadDraft = (parent?: Parent) => Promise<ReadBody>;
type Creation = (context: WriteContext, request: WriteRequest, read: ReadDraft) => Created;

function route(
  resource: Resource,
  options: CommonOptions,
  parent: Resource | undefined,
  creation: Creation,
  contends?: (request: WriteRequest) => string,
): Route {
  const { scopes, nested = {}, echoes = {}, limit, upload, check, shows, amend, meta } = options;
  const body = jsonBody(resource, { nested, echoes, upload, ...(limit === undefined ? {} : { limit }) });
  const run = async (context: WriteContext, request: WriteRequest): Promise<Outcome> => {
    let amendedMeta: Amended["meta"];
    const [id, draft, errors] = await creation(context, request, async (under) => {
      const read = await readBody(context, body, request.body, under);
      const amended = (await amend?.(context, read.draft)) ?? read;
      amendedMeta = "meta" in amended ? amended.meta : undefined;
      await check?.(amended.draft, read.errors, context);
      return { draft: amended.draft, errors: read.errors };
    });
    errors.throwIfAny();
    return { shows: resource, id, includes: shows?.(draft) ?? {}, ...(amendedMeta && { meta: amendedMeta }) };
  };
  return {
    method: "POST",
    path: parent ? `/${parent.path}/:${parent.singular}_id/${resource.path}` : `/${resource.path}`,
    scopes,
    resource,
    summary: `Create ${aWord(resource.singular)}${parent ? ` of ${aWord(parent.singular)}` : ""}.`,
    ...described(options),
    operation: {
      kind: "write",
      success: 201,
      body,
      ...beforeOf(body),
      ...(contends && { contends }),
      ...(meta && { meta }),
      run,
    },
  };
}
