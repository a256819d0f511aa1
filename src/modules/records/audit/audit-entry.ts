import Type from "typebox";
import { id, string, structure, time } from "../../../kernel/attribute.ts";
import { actorTypes } from "../../../kernel/changes/change.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { endParameter, idList, integerParameter, nameList, timeParameter, wordList } from "../../../kernel/search.ts";
import { problem } from "../../../kernel/values/value-type.ts";
import { changeReaches, hiddenChange, shownChanges } from "./guarded-records.ts";
import { changeOfBookings, changeOfRentals } from "./parts.ts";

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

/** JSON of a record id, in its resource's form: UUIDs keep their hyphens. */
const recordId = `case when changes.record_id ~ '^[0-9]+$' then changes.record_id else to_json(changes.record_id)::text end`;

/** The agent whose proposal the change's request approved. */
const agent = `(select proposals.agent_prefix from proposals
    where proposals.account_id = :account_of(changes) and proposals.decided_request_id = changes.request_id and proposals.state = 'approved' limit 1)`;

/** People change records only through the console, so the console is named with them, and the agent whose proposal they approved. */
const actorName = `case changes.actor_type
   when 'User' then (
     select users.fullname || ' (Roost Console' || coalesce(', agent ' || ${agent}, '') || ')' from users where users.id = changes.actor_id
   )
   when 'Application' then (select applications.name from applications where applications.id = changes.actor_id)
   else changes.actor_name end`;

/** One recorded change (events.md, Audit). Entries stay as recorded even when an attribute changes its meaning later. */
export const auditEntry = defineResource("audit_entries", {
  singular: "audit_entry",
  description:
    "The history of the account's records: who changed which attributes, when, and their values before and after. Kept for two years by default. Filter by resource and record_id for one record's history.",
  table: "changes",
  uncached: true,
  readScopes: ["audit_read"],
  attributes: {
    id: id().description("Ascending within an account, in commit order."),
    type: string().readOnly().present().description("The event type, such as booking.created."),
    resource: string().readOnly().present().description("The record's resource, such as bookings."),
    record_id: stored("Integer or String", Type.Union([Type.Integer(), Type.String()]), recordId).description(
      "The record's id: a number or a UUID, depending on the resource.",
    ),
    occurred_at: time().readOnly().present().description("When the record was changed (UTC)."),
    actor: stored(
      "Object",
      actor,
      `json_build_object('type', changes.actor_type, 'id', changes.actor_id, 'name', ${actorName})`,
    ).description(
      "The actor of the change: an application or a person using Roost Console (id and name), an agent token (id), or a job or command (name).",
    ),
    request_id: string()
      .readOnly()
      .description("The X-Request-Id of the request that made the change; null without a request."),
    changes: stored(
      "Object",
      Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 2, maxItems: 2 })),
      shownChanges,
    ).description(
      "The changed attributes by name, each as [before, after] in API form. Erased personal values are null.",
    ),
    updated_at: time()
      .from("changes.occurred_at")
      .present()
      .description("Same as occurred_at. updated_since compares this value."),
  },
  relations: { account: owner() },
  search: {
    resource: nameList({
      condition: "changes.resource = any(string_to_array(:resource, ','))",
      description: "Only changes to records of these resources, such as bookings,payments.",
    }),
    record_id: nameList({
      condition: "changes.record_id = any(string_to_array(:record_id, ','))",
      description: "Only changes to the records with these ids. Use it with resource.",
    }),
    booking_id: idList({
      condition: changeOfBookings,
      description: "Only changes to these bookings and their fees, taxes, comments and payments.",
    }),
    rental_id: idList({
      condition: changeOfRentals,
      description:
        "Only changes to these rentals, their availability, parts (such as photos, fees and rate overrides) and bookings.",
    }),
    type: nameList({
      condition: "changes.type = any(string_to_array(:type, ','))",
      description: "Only changes of these types, such as booking.created,booking.canceled.",
    }),
    actor_type: wordList(actorTypes, {
      condition: "changes.actor_type = any(:actor_type)",
      description:
        "Only changes made by an Application, User, AgentToken, Job or Command, or directly in the Database.",
    }),
    actor_id: integerParameter(
      { min: 1 },
      {
        condition: "changes.actor_id = :actor_id",
        requires: "actor_type",
        description: "Only changes made by this actor. Requires actor_type.",
      },
    ),
    from: timeParameter({
      condition: "changes.occurred_at >= :from",
      description: "Only changes at or after this time.",
    }),
    to: endParameter({
      condition: "changes.occurred_at < :to",
      description: "Only changes before this time, or until the end of this day.",
    }),
  },
  // Updates of only links or computed attributes are events, but have no attribute changes to show.
  always: "(changes.changes <> '{}' or changes.type not like '%.updated')",
  visible: changeReaches,
  counted: { always: true, except: hiddenChange },
  recorded: false,
});
