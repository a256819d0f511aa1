import { string, text, time } from "../../../kernel/attribute.ts";

/** Who gave a review up, when and why; what a dismissal writes (see `dismissReview`). */
export const dismissal = {
  dismissed_by: string().description("Who dismissed it, such as a channel; null when nobody said."),
  dismissal_reason: text().personal().description("Why it was dismissed; null when nobody said."),
  dismissed_at: time().description("When it was dismissed; null while it counts."),
};

/** The same as a review shows them: only a dismissal writes them. */
export const readDismissal = {
  dismissed_by: dismissal.dismissed_by.readOnly(),
  dismissal_reason: dismissal.dismissal_reason.readOnly(),
  dismissed_at: dismissal.dismissed_at.readOnly(),
};
