import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { automation } from "./automation.ts";
import { subjectOf } from "./plan/subjects.ts";

const { attributes } = automation;
const problem = "can't be used with inquiry_received: an inquiry is not yet a booking";

/** Refuses conditions and effects that inquiries do not support. A rule cannot switch between inquiries and bookings. */
export function checkInquiryRule(draft: Draft, errors: ValidationErrors): void {
  const [before, trigger] = [draft.stored(attributes.trigger), draft.value(attributes.trigger)];
  if (typeof before === "string" && typeof trigger === "string" && subjectOf(before) !== subjectOf(trigger))
    errors.add("trigger", "can't change between bookings and inquiries: create another rule");
  if (trigger !== "inquiry_received") return;
  if (draft.value(attributes.effect) === "task") errors.add("effect", problem);
  if ((draft.value(attributes.bookings_tag_ids) ?? null) !== null) errors.add("bookings_tag_ids", problem);
  if ((draft.value(attributes.payment_state) ?? null) !== null) errors.add("payment_state", problem);
  if ((draft.value(attributes.imported) ?? "excluded") !== "excluded") errors.add("imported", problem);
}
