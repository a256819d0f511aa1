/** Whether a rule acts. A paused one keeps its actions, and performs none. */
export const automationStates = ["on", "off", "paused"] as const;

/** Moments of a stay, with an offset and an hour on the rental's clock, and events. */
export const automationTriggers = [
  "booking_confirmed",
  "hold_made",
  "hold_expiring",
  "booking_canceled",
  "booking_moved",
  "payment_received",
  "payment_failed",
  "balance_due",
  "deposit_requested",
  "deposit_captured",
  "inquiry_received",
  "message_received",
  "review_received",
  "guest_form_submitted",
  "agreement_signed",
  "extras_booked",
  "arrival",
  "departure",
  "booked_at",
] as const;

export type AutomationTrigger = (typeof automationTriggers)[number];

/** Triggers whose moment may lie before it: the offset may be negative. */
export const foreseenTriggers: ReadonlySet<AutomationTrigger> = new Set([
  "arrival",
  "departure",
  "balance_due",
  "hold_expiring",
]);

/** A moment that has already passed when a rule applies. */
export const lateAnswers = ["send", "skip"] as const;

/** Rules that every account begins with. */
export const builtInRules = ["balance_reminder", "booking_confirmation", "deposit_request", "deposit_capture"] as const;

export const paymentStates = ["paid", "unpaid"] as const;
export const guestKinds = ["new", "returning"] as const;
export const importedKinds = ["excluded", "included", "only"] as const;

/** The effects of rules. */
export const effectKinds = ["message", "note", "mail", "webhook", "task"] as const;
export type EffectKind = (typeof effectKinds)[number];

/** The ways in which a message reaches its guest. */
export const deliveries = ["mail", "conversation"] as const;

export const actionStates = ["scheduled", "paused", "sent", "skipped", "canceled", "failed"] as const;
