import { noteAsHost } from "../../inbox/messages/write-as-host.ts";
import { orNoText } from "../texts/write-text.ts";
import type { Effect } from "./effect.ts";
import { ownText } from "./own-text.ts";

/** Writes an internal note in the newest conversation about the booking or the inquiry. */
export const writeNote: Effect = async (context, action) => {
  const text = orNoText(await ownText(context, action));
  if (typeof text === "string") return text;
  return (await noteAsHost(context, action.about, text.content)) ? undefined : "no_conversation";
};
