import Type from "typebox";
import type { Route } from "../../../kernel/route.ts";
import { event, recordOfEvent } from "./event.ts";
import { eventType, everybody } from "./event-type.ts";
import { feedParameters } from "./feed-question.ts";
import { readEventTypes } from "./read-event-types.ts";
import { readFeed } from "./read-feed.ts";

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
  {
    method: "GET",
    path: "/events",
    scopes: event.readScopes,
    resource: event,
    operation: {
      kind: "read",
      parameters: feedParameters,
      additional: recordOfEvent,
      meta: { after: Type.String({ description: "The cursor behind the last event: the next request's after." }) },
      mayBeGone: true,
      run: readFeed,
    },
    summary: "Follow what changes.",
    description:
      "Answers what was committed behind the cursor, in order, and never leaves anything out. Without `after` it begins now and answers a cursor. A cursor that is older than the feed is kept (30 days, unless the operator says otherwise), or from before a restored backup, is 410: synchronise anew.",
  },
];
