import Type from "typebox";
import { isScope, scopes } from "../../../kernel/access/scopes.ts";
import { id, integer, string, structure, time } from "../../../kernel/attribute.ts";
import { actorTypes } from "../../../kernel/changes/change.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { problem } from "../../../kernel/values/value-type.ts";

const computed = (title: string, schema: Parameters<typeof structure>[0]["schema"]) =>
  structure<unknown>({
    title,
    schema,
    accept: () => problem("is read-only"),
    isValue: (_candidate): _candidate is unknown => true,
  })
    .readOnly()
    .present();

const actor = Type.Object({
  type: Type.Enum([...actorTypes], { type: "string" }),
  id: Type.Union([Type.Integer(), Type.Null()]),
  name: Type.Union([Type.String(), Type.Null()]),
});

/** A committed change as the feed shows it (events.md, Change feed). */
export const event = defineResource("events", {
  singular: "event",
  description:
    "A committed change. A token sees events of the resources that it can read, with the attributes that its scopes show. See docs/reference/events.md.",
  readScopes: Object.keys(scopes).filter(isScope),
  computed: true,
  linkless: true,
  attributes: {
    id: id().description("Ascending within an account, in commit order."),
    type: string()
      .readOnly()
      .present()
      .description("The event type, such as booking.created. GET /event_types lists them."),
    occurred_at: time().readOnly().present().description("When the record was changed (UTC)."),
    account_id: integer().readOnly().present().description("The record's account."),
    resource: string().readOnly().present().description("The record's resource, such as bookings."),
    record_id: computed("Integer or String", Type.Union([Type.Integer(), Type.String()])).description(
      "The record's id.",
    ),
    actor: computed("Object", actor).description(
      "The actor of the change: an application or person (id), or a job (name).",
    ),
    request_id: string()
      .readOnly()
      .description("The X-Request-Id of the request that made the change; null without a request."),
    changes: computed(
      "Object",
      Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 2, maxItems: 2 })),
    ).description("The changed attributes by name, each as [before, after]."),
  },
  relations: {},
});

/** The attribute that `include=record` adds. */
export const recordOfEvent = {
  record: computed("Object", Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])).description(
    "With include=record: the full record as it is now. Null when the token can no longer see it.",
  ),
};
