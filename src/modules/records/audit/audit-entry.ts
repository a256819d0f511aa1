import Type from "typebox";
import { id, string, structure, time } from "../../../kernel/attribute.ts";
import { actorTypes } from "../../../kernel/changes/change.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import {
  endParameter,
  integerParameter,
  nameList,
  textParameter,
  timeParameter,
  wordList,
} from "../../../kernel/search.ts";
import { problem } from "../../../kernel/values/value-type.ts";
import { changeReaches, hiddenChange, shownChanges } from "./guarded-records.ts";

const stored = (title: string, schema: Parameters<typeof structure>[0]["schema"], expression: string) =>
  structure<unknown>({
    title,
    schema,
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is unknown => candidate !== undefined,
  })
    .from(expression)
    .present();

const actor = Type.Object({
  type: Type.String(),
  id: Type.Union([Type.Integer(), Type.Null()]),
  name: Type.Union([Type.String(), Type.Null()]),
});

/** JSON of an id as the record's own resource shows it: UUIDs have hyphens. */
const recordId = `case when changes.record_id ~ '^[0-9]+$' then changes.record_id else to_json(changes.record_id)::text end`;

/** People change records through the console alone: it is named with them. */
const actorName = `case when changes.actor_type = 'User' then (
    select users.fullname || ' (Roost Console)' from users where users.id = changes.actor_id
  ) else changes.actor_name end`;

/** Who changed what, when, and from what to what (events.md, Audit): what was recorded, whatever became of the attributes since. */
export const auditEntry = defineResource("audit_entries", {
  singular: "audit_entry",
  description:
    "Who changed which attributes of which record, when, and from what to what: the history of all records of the account, kept for two years unless the operator says otherwise. Name resource and record_id to learn what happened to one record.",
  table: "changes",
  uncached: true,
  readScopes: ["audit_read"],
  attributes: {
    id: id().description("Ascends within an account, in the order in which changes were committed."),
    type: string().readOnly().present().description("What happened, such as booking.created."),
    resource: string().readOnly().present().description("The resource of the record, such as bookings."),
    record_id: stored("Integer or String", Type.Union([Type.Integer(), Type.String()]), recordId).description(
      "The record's id: a number, or a UUID where the resource has those.",
    ),
    occurred_at: time().readOnly().present().description("When the record was changed (UTC)."),
    actor: stored(
      "Object",
      actor,
      `json_build_object('type', changes.actor_type, 'id', changes.actor_id, 'name', ${actorName})`,
    ).description(
      "Who changed it: an application or an agent's token by id, a person by id and name, who acts through Roost Console, or a job or command by name.",
    ),
    request_id: string().readOnly().description("The X-Request-Id of the request that changed it; null for none."),
    changes: stored(
      "Object",
      Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 2, maxItems: 2 })),
      shownChanges,
    ).description(
      "The attributes that changed, by name: before and after, in the form of the API. What was personal and was erased since is null.",
    ),
    updated_at: time()
      .from("changes.occurred_at")
      .present()
      .description("The same as occurred_at: what updated_since compares."),
  },
  relations: { account: owner() },
  search: {
    resource: textParameter({
      condition: "changes.resource = :resource",
      description: "Only changes of records of this resource, such as bookings.",
    }),
    record_id: nameList({
      condition: "changes.record_id = any(string_to_array(:record_id, ','))",
      description: "Only changes of the records with these ids; together with resource.",
    }),
    type: nameList({
      condition: "changes.type = any(string_to_array(:type, ','))",
      description: "Only changes of these types, such as booking.created,booking.canceled.",
    }),
    actor_type: wordList(actorTypes, {
      condition: "changes.actor_type = any(:actor_type)",
      description:
        "Only what was changed by an Application, User, AgentToken, Job, Command, or in the Database by hand.",
    }),
    actor_id: integerParameter(
      { min: 1 },
      {
        condition: "changes.actor_id = :actor_id",
        requires: "actor_type",
        description: "Only what this one changed; together with actor_type.",
      },
    ),
    from: timeParameter({
      condition: "changes.occurred_at >= :from",
      description: "Only changes at or after this time.",
    }),
    to: endParameter({
      condition: "changes.occurred_at < :to",
      description: "Only changes before this time, or up to the end of this day.",
    }),
  },
  // An update of links or computed attributes alone is an event, and names nothing here.
  always: "(changes.changes <> '{}' or changes.type not like '%.updated')",
  visible: changeReaches,
  counted: { always: true, except: hiddenChange },
  recorded: false,
});
