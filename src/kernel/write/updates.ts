import type { TSchema } from "typebox";
import type { Scope } from "../access/scopes.ts";
import type { Attributes } from "../attribute.ts";
import type { ValidationErrors } from "../errors.ts";
import type { RecordId } from "../key.ts";
import type { Nested } from "../nested.ts";
import type { Relations } from "../relation.ts";
import { beforeOf, jsonBody, type Upload } from "../request-body.ts";
import type { Resource } from "../resource.ts";
import type { Method, Outcome, Route } from "../route.ts";
import type { WriteContext } from "./context.ts";
import type { Draft } from "./input/draft.ts";
import { idOf } from "./input/path-ids.ts";
import { type Check, readBody } from "./input/read-body.ts";
import { assertUnchanged, lockRecord } from "./lock-record.ts";
import { guardPersonalData } from "./personal-data.ts";
import { refuseEnded } from "./refuse-ended.ts";
import { aWord, described } from "./route-words.ts";
import { type ServerSetColumns, updateRecord } from "./store.ts";

/** A body without the parts that the service omits, and their report in the answer's `meta`. */
export interface Amended {
  readonly draft: Draft;
  readonly meta?: Readonly<Record<string, unknown>>;
}

interface UpdateOptions<Id extends RecordId, Prepared, Changed> {
  readonly scopes: readonly Scope[];
  /** Nested lists and objects in the body. */
  readonly nested?: Nested;
  /** Lists that only other operations change: echoes are accepted, and the operation reports other values. */
  readonly echoes?: Nested;
  /** Refuses a new value for a creation-only attribute, where the specification demands it; otherwise it is ignored. */
  readonly refusesFixed?: true;
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
  /** Takes locks that come before the record's own in the global lock order. */
  readonly prepare?: (context: WriteContext, id: Id) => Promise<Prepared | undefined>;
  /**
   * Writes the draft; default: the kernel's update. It handles `errors` as a creation does.
   * @param prepared the result of `prepare`
   */
  readonly update?: (
    context: WriteContext,
    id: Id,
    draft: Draft,
    errors: ValidationErrors,
    prepared: Prepared | undefined,
  ) => Promise<Changed>;
  /** Returns members of the answer's `meta`, after the change. @param changed the result of `update` */
  readonly remark?: (
    context: WriteContext,
    id: Id,
    draft: Draft,
    prepared: Prepared | undefined,
    changed: Changed | undefined,
  ) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Columns that clients cannot set. */
  readonly serverSet?: (draft: Draft, context: WriteContext) => ServerSetColumns;
}

/** The routes that change a record: PUT and PATCH, both partial. */
export function updates<Id extends RecordId, Prepared = void, Changed = unknown>(
  resource: Resource<Attributes, Relations, Id>,
  options: UpdateOptions<Id, Prepared, Changed>,
): Route[] {
  const name = `${resource.singular}_id`;
  const { scopes, nested = {}, echoes = {}, limit, upload } = options;
  const body = jsonBody(resource, {
    writing: "update",
    nested,
    echoes,
    refusesFixed: options.refusesFixed ?? false,
    upload,
    ...(limit === undefined ? {} : { limit }),
  });
  const methods: Method[] = ["PUT", "PATCH"];
  return methods.map((method) => ({
    method,
    path: `/${resource.path}/:${name}`,
    scopes,
    resource,
    summary: `Change ${aWord(resource.singular)}. Absent attributes keep their values.`,
    ...described(options),
    operation: {
      kind: "write",
      success: 200,
      onOne: true,
      body,
      ...beforeOf(body),
      ...(options.meta && { meta: options.meta }),
      async run(context, request): Promise<Outcome> {
        const id = idOf(request, name, resource.key);
        const prepared = await options.prepare?.(context, id);
        await assertUnchanged(context, resource, id);
        const stored = await lockRecord(context, resource, id);
        await refuseEnded(context, resource, id);
        const { draft: input, errors } = await readBody(context, body, request.body, { resource, id }, stored);
        const { draft: amended, meta } = (await options.amend?.(context, input)) ?? { draft: input, meta: undefined };
        const draft = await guardPersonalData(context, id, amended, errors);
        await options.check?.(draft, errors, context);
        if (!options.update) errors.throwIfAny();
        const changed = await options.update?.(context, id, draft, errors, prepared);
        if (!options.update) await updateRecord(context, id, draft, options.serverSet?.(draft, context));
        errors.throwIfAny();
        const remark = await options.remark?.(context, id, draft, prepared, changed);
        return { shows: resource, id, ...((meta ?? remark) && { meta: { ...meta, ...remark } }) };
      },
    },
  }));
}
