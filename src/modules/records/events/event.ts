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

/** A change that was committed, as the feed shows it (events.md, Change feed). */
export const event = defineResource("events", {
  singular: "event",
  description:
    "A change that was committed. Events of resources that the token reads are shown, with the attributes that it sees. Computed with each read; see docs/events.md.",
  readScopes: Object.keys(scopes).filter(isScope),
  computed: true,
  linkless: true,
  attributes: {
    id: id().description("Ascends within an account, in the order of commits."),
    type: string().readOnly().present().description("What happened, such as booking.created: see GET /event_types."),
    occurred_at: time().readOnly().present().description("When the record was changed (UTC)."),
    account_id: integer().readOnly().present().description("The account whose record it is."),
    resource: string().readOnly().present().description("The resource of the record, such as bookings."),
    record_id: computed("Integer or String", Type.Union([Type.Integer(), Type.String()])).description(
      "The record's id.",
    ),
    actor: computed("Object", actor).description("Who changed it: an application or a person by id, or a job by name."),
    request_id: string().readOnly().description("The X-Request-Id of the request that changed it; null for none."),
    changes: computed(
      "Object",
      Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 2, maxItems: 2 })),
    ).description("The attributes that changed, by name: before and after, as the record shows them."),
  },
  relations: {},
});

/** What `include=record` adds. */
export const recordOfEvent = {
  record: computed("Object", Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])).description(
    "With include=record: the record as it is now, in full, as its own resource shows it; null once the token does not see it.",
  ),
};
