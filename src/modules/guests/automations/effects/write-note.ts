import { noteAsHouse } from "../../inbox/messages/write-as-house.ts";
import type { Effect } from "./effect.ts";
import { ownText } from "./own-text.ts";

/** Writes an internal note in the newest conversation about the booking or the inquiry. */
export const writeNote: Effect = async (context, action) => {
  const text = await ownText(context, action);
  if (typeof text === "string") return text;
  return (await noteAsHouse(context, action.about, text.content)) ? undefined : "no_conversation";
};
