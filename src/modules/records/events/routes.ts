import Type from "typebox";
import type { Route } from "../../../kernel/route.ts";
import { event, recordOfEvent } from "./event.ts";
import { eventType, everybody } from "./event-type.ts";
import { feedParameters } from "./feed-query.ts";
import { readEventTypes } from "./read-event-types.ts";
import { readFeed } from "./read-feed.ts";

export const eventsRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/event_types",
    scopes: everybody,
    resource: eventType,
    operation: { kind: "read", parameters: {}, run: readEventTypes },
    summary: "List event types.",
    description: "All event types, each with its resource and the scopes that can read it. Not paged.",
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
      meta: {
        after: Type.String({ description: "The cursor after the last event. Send it as after in the next request." }),
      },
      mayBeGone: true,
      run: readFeed,
    },
    summary: "Follow changes.",
    description:
      "Returns the changes committed after the cursor, in order, without gaps. Without `after`, the feed starts now and returns a cursor. A cursor older than the feed's retention (30 days by default) or than a restored backup returns 410. Then synchronize with updated_since or full lists.",
  },
];
