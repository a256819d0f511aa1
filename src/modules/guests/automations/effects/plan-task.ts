import { createTaskFor } from "../../../stays/tasks/create-task-for.ts";
import type { Effect } from "./effect.ts";
import { ownText } from "./own-text.ts";

/** Plans work in the booking's rental. The rule's text becomes its notes. An inquiry has no stay to work for. */
export const planTask: Effect = async (context, action) => {
  if (!("booking" in action.about)) return "no_stay";
  const text = action.content === null ? undefined : await ownText(context, action);
  if (typeof text === "string") return text;
  const task = await createTaskFor(context, {
    booking: action.about.booking,
    kind: action.taskKind ?? "other",
    notes: text?.content,
    checklist: action.taskChecklist,
    movesWith: action.isOfArrival ? "arrival" : "departure",
  });
  return task === undefined ? "no_stay" : undefined;
};
