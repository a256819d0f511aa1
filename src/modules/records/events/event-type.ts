import { isScope, type Scope, scopes } from "../../../kernel/access/scopes.ts";
import { names, string } from "../../../kernel/attribute.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** They tell of no account: any token may see them. */
export const everybody: readonly Scope[] = Object.keys(scopes).filter(isScope);

/** A type of events (events.md, The change): derived from the declarations, and the same for every account. */
export const eventType = defineResource("event_types", {
  singular: "event_type",
  description: "A type of events: what the change feed tells, and what webhook endpoints may ask for.",
  readScopes: everybody,
  computed: true,
  linkless: true,
  attributes: {
    type: string().readOnly().present().description("Its name, such as booking.created."),
    resource: string().readOnly().present().description("Whose records such events are about."),
    description: string().readOnly().present().description("What has happened, in a sentence."),
    scopes: names("scope").readOnly().present().description("Any of these scopes reads such events."),
  },
  relations: {},
});
