import { boolean, id, oneOf, string, text, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { endParameter, idList, timeParameter, wordList } from "../../../kernel/search.ts";
import { actionStates } from "./automation-words.ts";

/** A rule's planned or past action for a booking or an inquiry (docs/guides/automations.md). */
export const scheduledAction = defineResource("scheduled_actions", {
  singular: "scheduled_action",
  description:
    "A rule's action for one booking or inquiry, at most once for each occurrence. Roost recomputes it with every change of the rule, the booking or the inquiry.",
  readScopes: ["automations_write"],
  attributes: {
    id: id(),
    occurrence: string()
      .readOnly()
      .present()
      .description(
        "The occurrence that the action belongs to: once, or an event, such as payment 17 or due 2027-05-01.",
      ),
    due_at: time().readOnly().present().description("When it is performed."),
    local_due_at: time().readOnly().present().description("The same on the rental's clock, written as if in UTC."),
    state: oneOf(actionStates)
      .readOnly()
      .present()
      .description("scheduled, paused, sent, skipped, canceled or failed; see reason."),
    reason: string()
      .readOnly()
      .description(
        "Why it was skipped: late, no_address, no_text, channel_writes, nothing_due, unknown_name, no_conversation, no_stay, often_answered. Why it failed: error. Why it was canceled: dropped, automation_off, booking_canceled, inquiry_booked, marked_as_spam, guest_forgotten, guest_restricted, another_guest, conditions.",
      ),
    held: boolean().readOnly().present().description("Whether a person paused it."),
    subject: string({ maxLength: 200 })
      .personal()
      .description("The subject of a message for this one guest. Null: the template's."),
    content: text({ maxLength: 20_000 })
      .personal()
      .description("The text of a message for this one guest. Null: the template's."),
    acted_at: time().readOnly().description("When it was performed."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    automation: one("automations").present().description("The rule."),
    booking: one("bookings").description("The booking; null for an action about an inquiry."),
    inquiry: one("inquiries").description("The inquiry; null for an action about a booking."),
  },
  personalData: { erased: "scheduled_actions.forgotten_at is not null" },
  search: {
    automation_id: idList({
      condition: "scheduled_actions.automation_id = any(:automation_id)",
      description: "Comma-separated ids of rules.",
    }),
    booking_id: idList({
      condition: "scheduled_actions.booking_id = any(:booking_id)",
      description: "Comma-separated booking ids.",
    }),
    inquiry_id: idList({
      condition: "scheduled_actions.inquiry_id = any(:inquiry_id)",
      description: "Comma-separated inquiry ids.",
    }),
    state: wordList(actionStates, {
      condition: "scheduled_actions.state = any(:state)",
      description: "Comma-separated states.",
    }),
    from: timeParameter({ condition: "scheduled_actions.due_at >= :from", description: "Due at this time or later." }),
    until: endParameter({ condition: "scheduled_actions.due_at < :until", description: "Due before this time." }),
  },
  // Its states follow from rules and bookings, whose changes are recorded.
  recorded: false,
  derivedEvents: [
    {
      type: "scheduled_action.updated",
      description:
        "A person edited, paused, resumed, dropped or sent an action. changes has state, or own_text: whether the guest has a text of their own.",
    },
    {
      type: "automation.fired",
      description: "A rule with the effect webhook acted. changes has automation_id, and booking_id or inquiry_id.",
    },
  ],
});
