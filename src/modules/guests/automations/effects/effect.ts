import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { TaskKind } from "../../../stays/tasks/task.ts";
import type { BookingOrInquiry } from "../../inbox/booking-or-inquiry.ts";
import type { EffectKind } from "../automation-words.ts";

/** An action that is due, with the rule that planned it. Both are locked. */
export interface DueAction {
  readonly id: number;
  readonly rule: number;
  readonly effect: EffectKind;
  readonly delivery: string;
  readonly builtIn: string | null;
  readonly template: number | null;
  readonly recipients: readonly string[];
  /** The rule's own text, for notes, mails and tasks. */
  readonly content: string | null;
  readonly taskKind: TaskKind | null;
  readonly taskChecklist: readonly string[];
  /** Whether the rule acts around the arrival: its task moves with that. */
  readonly isOfArrival: boolean;
  readonly about: BookingOrInquiry;
  readonly occurrence: string;
  /** Texts that a person wrote for this guest. */
  readonly ownSubject: string | null;
  readonly ownContent: string | null;
}

export interface EffectContext extends AccountTransaction {
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The reason why an effect did nothing. */
export type SkipReason =
  | "no_address"
  | "no_text"
  | "unknown_name"
  | "channel_writes"
  | "nothing_due"
  | "no_conversation"
  | "no_stay"
  | "often_answered";

/**
 * Performs an action in the transaction that marks it. What reaches outside is queued, and follows the commit.
 * @returns the reason if there was nothing to do
 */
export type Effect = (context: EffectContext, action: DueAction) => Promise<SkipReason | undefined>;
