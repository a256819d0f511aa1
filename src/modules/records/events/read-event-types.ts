import { withWriters } from "../../../kernel/access/scopes.ts";
import { eventTypes } from "../../../kernel/changes/event-types.ts";
import { assertKnown } from "../../../kernel/read/query.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";

/** Lists all event types. @throws RequestError 400 for any parameter */
export async function readEventTypes({ queries }: ReadContext, { parameters }: ReadRequest): Promise<ReadAnswer> {
  assertKnown(parameters, []);
  const records = eventTypes(queries.registry).map(({ type, resource, description }) =>
    JSON.stringify({ type, resource: resource.name, description, scopes: [...withWriters(resource.readScopes)] }),
  );
  return { form: "all", records };
}
