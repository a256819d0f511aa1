import { expect, test } from "vitest";
import {
  draftOfRule,
  type Rule,
  valuesOfDraft,
} from "../../packages/console/src/screens/settings/automations/rule-draft.ts";

/** A rule as the API shows it. */
const ruleWith = (offset_days: number, offset_hours: number): Rule => ({
  ...{
    id: 1,
    name: "Directions",
    sentence: "…",
    state: "on",
    built_in: null,
    trigger: "arrival",
    offset_days,
    offset_hours,
  },
  ...{ at: null, if_late: "skip", rental_ids: null, rentals_tag_ids: null, bookings_tag_ids: null, source_ids: null },
  ...{ min_nights: null, max_nights: null, min_lead_days: null, max_lead_days: null, languages: null },
  ...{ payment_state: null, guests: null, imported: "excluded", effect: "webhook", delivery: "mail" },
  ...{ recipients: null, content: null, task_kind: null, task_checklist: null, active_since: "2090-01-01T00:00:00Z" },
  ...{
    created_at: "2090-01-01T00:00:00Z",
    updated_at: "2090-01-01T00:00:00Z",
    links: { account: 1, message_template: null },
  },
});

test.each([
  [0, 0],
  [-2, 0],
  [3, 0],
  [0, -5],
  [0, 5],
  [-1, -2],
  [2, 12],
  [-1, 2],
  [1, -2],
])("the form of a rule keeps its offset of %i days and %i hours", (days, hours) => {
  const { offset_days, offset_hours } = valuesOfDraft(draftOfRule(ruleWith(days, hours)));
  expect({ offset_days, offset_hours }).toEqual({ offset_days: days, offset_hours: hours });
});
