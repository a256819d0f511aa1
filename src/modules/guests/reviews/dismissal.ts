import { string, text, time } from "../../../kernel/attribute.ts";

/** A review's dismissal: its user, time and reason (see `dismissReview`). */
export const dismissal = {
  dismissed_by: string().description("Who dismissed it, such as a channel; null if unknown."),
  dismissal_reason: text().personal().description("Why it was dismissed; null if unknown."),
  dismissed_at: time().description("When it was dismissed; null while it counts."),
};

/** The read-only attributes that reviews show. */
export const readDismissal = {
  dismissed_by: dismissal.dismissed_by.readOnly(),
  dismissal_reason: dismissal.dismissal_reason.readOnly(),
  dismissed_at: dismissal.dismissed_at.readOnly(),
};
