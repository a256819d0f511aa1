import type { EffectKind } from "../automation-words.ts";
import type { Effect } from "./effect.ts";
import { mailPeople } from "./mail-people.ts";
import { planTask } from "./plan-task.ts";
import { publishEvent } from "./publish-event.ts";
import { sendMessage } from "./send-message.ts";
import { writeNote } from "./write-note.ts";

/** The effect of each kind of rule. */
export const effects: Readonly<Record<EffectKind, Effect>> = {
  message: sendMessage,
  note: writeNote,
  mail: mailPeople,
  webhook: publishEvent,
  task: planTask,
};
