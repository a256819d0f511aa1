import { Messages } from "../kernel/refusal.ts";
import { isObject } from "../kernel/values/structure.ts";
import type { WriteContext } from "../kernel/write/context.ts";
import type { Draft } from "../kernel/write/draft.ts";
import { readDraft } from "../kernel/write/read-draft.ts";
import { client } from "./client.ts";
import { checkClient } from "./save-client.ts";

/** What a guest inside another body may say of itself, and what says it of a client. */
const names = ["firstname", "lastname", "email", "phone_number"];

/** The label of what is given without one. */
const label = "default";

/**
 * Reads the guest inside a booking's body: `{ firstname, lastname, email, phone_number }` (conventions.md, strict_bookings), each of
 * which may be left out. It is checked as a client is; what is wrong stands under `client` with the guest's own names.
 * @returns the draft of a client, for `createClient`; undefined when there is no guest, or something is wrong with it
 */
export async function readGuest(context: WriteContext, input: unknown, messages: Messages): Promise<Draft | undefined> {
  if (input === undefined || input === null) return undefined;
  if (!isObject(input)) {
    messages.add("client", "must be an object");
    return undefined;
  }
  const own = new Messages();
  for (const name of Object.keys(input)) if (!names.includes(name)) own.add(name, "is not known here");
  const { firstname = null, lastname = null, email, phone_number: number } = input;
  const element = {
    firstname,
    lastname,
    emails: isGiven(email) ? [{ email }] : [],
    phones: isGiven(number) ? [{ label, number }] : [],
  };
  const draft = readDraft(client, element, { defaultLocale: context.account.defaultLocale }, own);
  await checkClient(draft, own, context);
  for (const [name, sentences] of Object.entries(own.byAttribute))
    for (const sentence of sentences) messages.add("client", inOwnWords(name, sentence));
  return own.isEmpty ? draft : undefined;
}

/** `emails` and `element 1: email must be …` is here `email must be …`. */
function inOwnWords(name: string, sentence: string): string {
  if (name === "emails") return sentence.replace(/^element 1: /, "");
  if (name === "phones") return sentence.replace(/^element 1: number/, "phone_number");
  return `${name} ${sentence}`;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
