import type { Scope } from "../access/scopes.ts";
import type { Attributes } from "../attribute.ts";
import type { RecordId } from "../key.ts";
import type { Relations } from "../relation.ts";
import type { JsonBody } from "../request-body.ts";
import type { Resource } from "../resource.ts";
import type { Route } from "../route.ts";
import { isObject } from "../values/structure.ts";
import type { WriteContext } from "./context.ts";
import { endRecord } from "./end-record.ts";
import type { BodyRecord } from "./input/amounts.ts";
import { idOf } from "./input/path-ids.ts";
import { type ReadBody, readBody } from "./input/read-body.ts";
import { assertUnchanged, lockRecord } from "./lock-record.ts";
import { guardPersonalData } from "./personal-data.ts";
import { aWord, described } from "./route-words.ts";

interface DestroyOptions<Id extends RecordId> {
  readonly scopes: readonly Scope[];
  readonly summary?: string;
  readonly description?: string;
  /** An optional request body. */
  readonly body?: JsonBody;
  /** Takes locks that come before the record's own in the global lock order. */
  readonly prepare?: (context: WriteContext, id: Id) => Promise<unknown>;
  /**
   * Ends the record; default: the kernel's soft deletion. It throws the body's problems.
   * @param read the parsed body; undefined without one
   */
  readonly destroy?: (context: WriteContext, id: Id, read: ReadBody | undefined) => Promise<void>;
}

/** The route that deletes, cancels or archives a record. */
export function destroys<Id extends RecordId>(
  resource: Resource<Attributes, Relations, Id>,
  options: DestroyOptions<Id>,
): Route {
  const name = `${resource.singular}_id`;
  const { body, destroy, prepare, scopes, summary = `Delete ${aWord(resource.singular)}.` } = options;
  return {
    method: "DELETE",
    path: `/${resource.path}/:${name}`,
    scopes,
    resource,
    summary,
    ...described(options),
    operation: {
      kind: "write",
      success: 204,
      onOne: true,
      ...(body ? { body } : {}),
      async run(context, request) {
        const id = idOf(request, name, resource.key);
        await prepare?.(context, id);
        await assertUnchanged(context, resource, id);
        await lockRecord(context, resource, id);
        const hasContent = body && isObject(request.body) && Object.keys(request.body).length > 0;
        const read = hasContent ? await readGuarded(context, body, request.body, { resource, id }) : undefined;
        if (destroy) await destroy(context, id, read);
        else await endRecord(context, resource, id);
        return "gone";
      },
    },
  };
}

async function readGuarded(context: WriteContext, body: JsonBody, input: unknown, of: BodyRecord): Promise<ReadBody> {
  const { draft, errors } = await readBody(context, body, input, of);
  return { draft: await guardPersonalData(context, of.id, draft, errors), errors };
}
