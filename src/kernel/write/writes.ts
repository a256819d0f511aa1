import type { Attribute, Attributes } from "../attribute.ts";
import { integerKey, type Key, type RecordId } from "../key.ts";
import { ValidationErrors, notFound } from "../errors.ts";
import type { Relations } from "../relation.ts";
import type { Resource } from "../resource.ts";
import type { BodyShape, Nested } from "../nested.ts";
import { type Method, type Outcome, type Route, type WriteRequest, words } from "../route.ts";
import type { Scope } from "../scopes.ts";
import { liveCondition } from "../read/columns.ts";
import type { Includes } from "../read/query.ts";
import { elementOf } from "./body.ts";
import type { WriteContext } from "./context.ts";
import { refuseFarDates } from "./date-bounds.ts";
import type { Draft } from "./draft.ts";
import { readDraft } from "./read-draft.ts";
import { checkReferences } from "./references.ts";
import { refuseEnded } from "./ended.ts";
import { endRecord, type ServerSetColumns, insertRecord, lockRecord, updateRecord } from "./store.ts";

/** Checks attributes against each other and against the world; adds every problem to `errors`. */
export type Check = (draft: Draft, errors: ValidationErrors, context: WriteContext) => void | Promise<void>;

/** A parent in the path of a creation: the new record gets its id in `<singular>_id`. */
export interface Parent {
  readonly resource: Resource;
  readonly id: number;
}

interface CreateOptions {
  readonly scopes: readonly Scope[];
  readonly under?: Resource;
  /** Comes before the parent is locked: locks that must be taken first, to keep one order of locks everywhere. */
  readonly prepare?: (context: WriteContext, parentId: number) => Promise<void>;
  readonly extras?: readonly string[];
  /** Other names of extras, under which a record that was read has them. */
  readonly echoes?: readonly string[];
  /** What stands inside of the extras. */
  readonly nested?: Nested;
  /** What else the documentation says of the operation. */
  readonly description?: string;
  readonly check?: Check;
  /**
   * Creates the record from its draft; the kernel's insert unless the family has a verb. A verb that finds more to refuse adds it to
   * `errors` and calls `throwIfAny` before it writes, so that every problem is told at once. @returns the new id
   */
  readonly create?: (
    context: WriteContext,
    draft: Draft,
    parent: Parent | undefined,
    errors: ValidationErrors,
  ) => Promise<RecordId>;
  /** Columns that are not the client's to set. */
  readonly serverSet?: (draft: Draft, context: WriteContext) => ServerSetColumns;
  /** What the answer embeds in the new record: parts that were created along with it. */
  readonly shows?: (draft: Draft) => Includes;
}

/** The route that creates a record: `POST /things`, or `POST /parents/:parent_id/things`. */
export function creates(resource: Resource, options: CreateOptions): Route {
  const { under } = options;
  const parentId = under ? `${under.singular}_id` : undefined;
  return {
    method: "POST",
    path: under ? `/${under.path}/:${parentId}/${resource.path}` : `/${resource.path}`,
    scopes: options.scopes,
    resource,
    summary: `Create ${aWord(resource.singular)}${under ? ` of ${aWord(under.singular)}` : ""}.`,
    ...described(options),
    operation: {
      kind: "write",
      success: 201,
      body: "record",
      extras: options.extras ?? [],
      ...(options.nested ? { nested: options.nested } : {}),
      async run(context, request) {
        const parent =
          under && parentId ? await findParent(context, under, idOf(request, parentId), options.prepare) : undefined;
        const extras = [...(options.extras ?? []), ...(options.echoes ?? [])];
        const { draft, errors } = await readChecked(context, resource, request.body, { ...options, extras }, undefined);
        if (!options.create) errors.throwIfAny();
        const id = options.create
          ? await options.create(context, draft, parent, errors)
          : await insertRecord(context, draft, { ...parentColumn(parent), ...options.serverSet?.(draft, context) });
        errors.throwIfAny();
        return { shows: resource, id, includes: options.shows?.(draft) ?? {} };
      },
    },
  };
}

/** A resource's name as words, with its article. */
const aWord = (singular: string): string => `${/^[aeio]/.test(singular) ? "an" : "a"} ${words(singular)}`;

const described = ({ description }: { readonly description?: string }) =>
  description === undefined ? {} : { description };

function parentColumn(parent: Parent | undefined): ServerSetColumns {
  return parent ? { [`${parent.resource.singular}_id`]: parent.id } : {};
}

interface UpdateOptions<Id extends RecordId> {
  readonly scopes: readonly Scope[];
  readonly extras?: readonly string[];
  /** Lists that only other operations change: an echo of them is let pass by the verb, which gets them as extras. */
  readonly echoes?: readonly string[];
  /** What stands inside of the extras. */
  readonly nested?: Nested;
  /** What else the documentation says of the operation. */
  readonly description?: string;
  readonly check?: Check;
  /** Comes before the record is locked: locks that must be taken first, to keep one order of locks everywhere. */
  readonly prepare?: (context: WriteContext, id: Id) => Promise<void>;
  /** Writes the draft; the kernel's update unless the family has a verb, which treats `errors` as a creating verb does. */
  readonly update?: (context: WriteContext, id: Id, draft: Draft, errors: ValidationErrors) => Promise<void>;
  /** Columns that are not the client's to set. */
  readonly serverSet?: (draft: Draft, context: WriteContext) => ServerSetColumns;
}

/** The routes that change a record: PUT and PATCH, both partial. */
export function updates<Id extends RecordId>(
  resource: Resource<Attributes, Relations, Id>,
  options: UpdateOptions<Id>,
): Route[] {
  const name = `${resource.singular}_id`;
  const methods: Method[] = ["PUT", "PATCH"];
  return methods.map((method) => ({
    method,
    path: `/${resource.path}/:${name}`,
    scopes: options.scopes,
    resource,
    summary: `Change ${aWord(resource.singular)}; what is absent stays.`,
    ...described(options),
    operation: {
      kind: "write",
      success: 200,
      body: "record",
      extras: options.extras ?? [],
      ...(options.nested ? { nested: options.nested } : {}),
      async run(context, request): Promise<Outcome> {
        const id = idOf(request, name, resource.key);
        await options.prepare?.(context, id);
        const stored = await lockRecord(context, resource, id);
        await refuseEnded(context, resource, id);
        const extras = [...(options.extras ?? []), ...(options.echoes ?? [])];
        const { draft, errors } = await readChecked(context, resource, request.body, { ...options, extras }, stored);
        if (!options.update) errors.throwIfAny();
        if (options.update) await options.update(context, id, draft, errors);
        else await updateRecord(context, id, draft, options.serverSet?.(draft, context));
        errors.throwIfAny();
        return { shows: resource, id };
      },
    },
  }));
}

interface DestroyOptions<Id extends RecordId> {
  readonly scopes: readonly Scope[];
  readonly summary?: string;
  /** Whether a body may come with the request. */
  readonly body?: "optional" | "none";
  /** What it may say. */
  readonly content?: BodyShape;
  readonly description?: string;
  /** Comes before the record is locked, as for an update. */
  readonly prepare?: (context: WriteContext, id: Id) => Promise<void>;
  /** Ends the record; the kernel's soft deletion unless the family has a verb. */
  readonly destroy?: (context: WriteContext, id: Id, request: WriteRequest) => Promise<void>;
}

/** The route that deletes, cancels or archives a record. */
export function destroys<Id extends RecordId>(
  resource: Resource<Attributes, Relations, Id>,
  options: DestroyOptions<Id>,
): Route {
  const name = `${resource.singular}_id`;
  return {
    method: "DELETE",
    path: `/${resource.path}/:${name}`,
    scopes: options.scopes,
    resource,
    summary: options.summary ?? `Delete ${aWord(resource.singular)}.`,
    ...described(options),
    operation: {
      kind: "write",
      success: 204,
      body: options.body ?? "none",
      extras: [],
      ...(options.content ? { content: options.content } : {}),
      async run(context, request) {
        const id = idOf(request, name, resource.key);
        await options.prepare?.(context, id);
        await lockRecord(context, resource, id);
        if (options.destroy) await options.destroy(context, id, request);
        else await endRecord(context, resource, id);
        return "gone";
      },
    },
  };
}

/** The id that the path holds under a name; a number, unless another kind of key is given. @throws RequestError 404 when it is none */
export function idOf(request: WriteRequest, name: string): number;
export function idOf<Id extends RecordId>(request: WriteRequest, name: string, key: Key<Id>): Id;
export function idOf(request: WriteRequest, name: string, key: Key = integerKey): RecordId {
  const id = key.parse(request.ids.get(name) ?? "");
  if (id === undefined) throw notFound();
  return id;
}

/** Reads a write's element and collects every problem with it. @throws RequestError 400 for a wrong root */
async function readChecked(
  context: WriteContext,
  resource: Resource,
  body: unknown,
  options: { readonly extras?: readonly string[]; readonly check?: Check },
  stored: ReadonlyMap<Attribute<unknown>, unknown> | undefined,
): Promise<{ draft: Draft; errors: ValidationErrors }> {
  const errors = new ValidationErrors();
  const { defaultLocale } = context.account;
  const draft = readDraft(
    resource,
    elementOf(resource, body),
    { defaultLocale, extras: options.extras ?? [], stored },
    errors,
  );
  refuseFarDates(draft, errors, context.now);
  await checkReferences(context, draft, errors);
  await options.check?.(draft, errors, context);
  return { draft, errors };
}

/**
 * The parent that a path names, locked against deletion: a soft deletion is an update, which a key share lock would let pass.
 * @throws RequestError 404 when it is not the account's, or not live
 */
async function findParent(
  context: WriteContext,
  resource: Resource,
  id: number,
  prepare?: (context: WriteContext, parentId: number) => Promise<void>,
): Promise<Parent> {
  await prepare?.(context, id);
  const live = liveCondition(resource) ?? "true";
  const found = await context.transaction.run(
    `select from ${resource.table} where account_id = $1 and id = $2 and ${live} for no key update`,
    [context.account.id, id],
  );
  if (!found) throw notFound();
  return { resource, id };
}
