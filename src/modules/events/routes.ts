import type { Route } from "../../kernel/route.ts";
import { everybody, eventType } from "./event-type.ts";
import { readEventTypes } from "./read-event-types.ts";

export const eventsRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/event_types",
    scopes: everybody,
    resource: eventType,
    operation: { kind: "read", parameters: {}, run: readEventTypes },
    summary: "List the types of events.",
    description:
      "Every type of events that there is, with the resource that it is about and the scopes that read it. Not paged.",
  },
];
