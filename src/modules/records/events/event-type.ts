import { isScope, type Scope, scopes } from "../../../kernel/access/scopes.ts";
import { names, string } from "../../../kernel/attribute.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** Event types reveal nothing about an account, so every token may read them. */
export const everybody: readonly Scope[] = Object.keys(scopes).filter(isScope);

/** An event type (events.md, The change): derived from the declarations, the same for every account. */
export const eventType = defineResource("event_types", {
  singular: "event_type",
  description: "An event type of the change feed and of webhook endpoints.",
  readScopes: everybody,
  computed: true,
  linkless: true,
  attributes: {
    type: string().readOnly().present().description("The name, such as booking.created."),
    resource: string().readOnly().present().description("The resource that these events are about."),
    description: string().readOnly().present().description("What happened, in one sentence."),
    scopes: names("scope").readOnly().present().description("A token needs one of these scopes to read these events."),
  },
  relations: {},
});
