import { withWriters } from "../../../../kernel/access/scopes.ts";
import { eventTypes, readsEvents } from "../../../../kernel/changes/event-types.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { webhookEndpoint } from "../webhook-endpoint.ts";
import { endpointUrlProblem } from "./endpoint-url.ts";

const { event_types: types, url } = webhookEndpoint.attributes;

/** Adds the problems of a written URL and of each event type. */
export function checkEndpoint(context: WriteContext, draft: Draft, errors: ValidationErrors): void {
  const address = draft.input(url);
  const problem = address && draft.changes(url) ? endpointUrlProblem(address, context.outgoing) : undefined;
  if (problem) errors.add("url", problem);
  const typesByName = new Map(eventTypes(context.registry).map((one) => [one.type, one]));
  for (const name of draft.input(types) ?? []) {
    const type = typesByName.get(name);
    if (!type) errors.add("event_types", `has an unknown event type: ${name} (see GET /event_types)`);
    else if (!readsEvents(type, context.caller.scopes)) {
      const scopes = [...withWriters(type.resource.readScopes)].join(", ");
      errors.add("event_types", `has ${name}, which needs one of these scopes: ${scopes}`);
    }
  }
}
