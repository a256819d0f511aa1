import { id, ids, integer, names, oneOf, string, text, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { taskKinds } from "../../stays/tasks/task-search.ts";
import {
  automationStates,
  automationTriggers,
  builtInRules,
  deliveries,
  effectKinds,
  guestKinds,
  importedKinds,
  lateAnswers,
  paymentStates,
} from "./automation-words.ts";
import { plannedItems } from "./planned-items.ts";
import { recipientList } from "./recipients.ts";
import { sentence } from "./sentence.ts";

const count = (max: number) => integer({ min: 0, max });

/** A rule that acts at a moment of a stay or after an event (docs/guides/automations.md). */
export const automation = defineResource("automations", {
  singular: "automation",
  description:
    "A rule that acts at a moment of a stay, at a local hour on the rental's clock, or after an event: it messages the guest, writes a note, e-mails people, sends a webhook or plans a task. Roost plans its actions, which are scheduled_actions.",
  readScopes: ["automations_write"],
  attributes: {
    id: id(),
    name: string({ maxLength: 100 }).description("The name. Guests do not see it. Null for a built-in rule."),
    sentence: sentence(),
    state: oneOf(automationStates)
      .neverNull()
      .description("on, off or paused. A paused rule keeps its actions and performs none. Defaults to off."),
    built_in: oneOf(builtInRules)
      .readOnly()
      .description(
        "The name of a rule that every account begins with. Without a template it sends Roost's own e-mail.",
      ),
    trigger: oneOf(automationTriggers)
      .required()
      .description(
        "The event, or the moment of the stay: arrival, departure, booked_at, balance_due, hold_expiring. Events before the rule was switched on cause nothing. inquiry_received is about inquiries: it can't be changed from or to.",
      ),
    offset_days: integer({ min: -365, max: 365 })
      .neverNull()
      .description("Days after the moment, on the rental's calendar; negative for days before. Defaults to 0."),
    offset_hours: integer({ min: -72, max: 72 })
      .neverNull()
      .description("Hours after the moment, as elapsed time. Excludes at. Defaults to 0."),
    at: string({ maxLength: 5 }).description(
      "The hour on the rental's clock on that day, such as \"17:00\". Null: the moment's own hour. An hour that a clock change skips moves forward by the shift. If an hour occurs twice, the second counts.",
    ),
    if_late: oneOf(lateAnswers)
      .neverNull()
      .description(
        "If the moment has passed when a booking or the rule changes: send at once, or skip. Events count as passed after 15 minutes. Defaults to skip.",
      ),
    rental_ids: ids().description("Only these rentals. Null for all."),
    rentals_tag_ids: ids().description("Only rentals with one of these tags. Null for all."),
    bookings_tag_ids: ids().description("Only bookings with one of these tags. Null for all."),
    source_ids: ids().description("Only bookings of these sources. Null for all."),
    min_nights: count(1000).description("The minimum number of nights."),
    max_nights: count(1000).description("The maximum number of nights."),
    min_lead_days: count(2000).description("The minimum number of days from booking to arrival."),
    max_lead_days: count(2000).description("The maximum number of days from booking to arrival."),
    languages: names("language").description('Only guests with these languages, such as ["de", "fr"]. Null for all.'),
    payment_state: oneOf(paymentStates).description(
      "paid: nothing is left to pay. unpaid: a balance is left. Null: any.",
    ),
    guests: oneOf(guestKinds).description("new or returning guests: those with an earlier stay. Null: both."),
    imported: oneOf(importedKinds)
      .neverNull()
      .description(
        "Whether it applies to imported bookings: excluded (the default), included or only. Their passed moments never count.",
      ),
    effect: oneOf(effectKinds)
      .required()
      .description(
        "message: to the guest. note: an internal note in the conversation. mail: to recipients. webhook: automation.fired. task: work in the rental that follows the departure, or the arrival.",
      ),
    delivery: oneOf(deliveries)
      .neverNull()
      .description(
        "How a message reaches the guest: by e-mail (the default), or in the newest conversation about it, by that conversation's channel. Without a conversation it goes by e-mail.",
      ),
    recipients: recipientList().description("mail only: up to ten e-mail addresses."),
    content: text({ maxLength: 20_000 }).description(
      "note, mail and task only: the plain text, with the placeholders of message templates. Excludes a template. A task's notes; it needs none.",
    ),
    task_kind: oneOf(taskKinds).description("task only: the kind of work."),
    task_checklist: plannedItems().description("task only: up to 50 texts to tick off. Null for none."),
    active_since: time().unrecorded().readOnly().description("When it was last switched on; null while it is off."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    message_template: one("message_templates")
      .writtenAs("message_template_id")
      .description("The text. A message needs one, unless the rule is built in."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
