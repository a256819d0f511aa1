import { ValidationErrors } from "../../kernel/errors.ts";
import { isObject } from "../../kernel/values/structure.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import type { Draft } from "../../kernel/write/draft.ts";
import { readDraft } from "../../kernel/write/read-draft.ts";
import { client } from "./client.ts";
import { checkClient } from "./save-client.ts";

/** What a guest inside another body may say of itself, and what says it of a client. */
const names = ["firstname", "lastname", "email", "phone_number"];
const known = `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** The label of what is given without one. */
const label = "default";

/**
 * Reads the guest inside a booking's body: `{ firstname, lastname, email, phone_number }` (conventions.md, strict_bookings). Silent in
 * the specification: any of them may be left out, but not all. It is checked as a client is; what is wrong stands under `client` with
 * the guest's own names.
 * @returns the draft of a client, for `createClient`; undefined when there is no guest, or something is wrong with it
 */
export async function readGuest(
  context: WriteContext,
  input: unknown,
  errors: ValidationErrors,
): Promise<Draft | undefined> {
  const unknown = isObject(input) ? Object.keys(input).filter((name) => !names.includes(name)) : [];
  const isEmpty = !isGiven(input) || (isObject(input) && !Object.values(input).some(isGiven));
  if (isEmpty && unknown.length === 0) errors.add("client", `can't be blank: it has ${known}`);
  else if (!isObject(input)) errors.add("client", `must be an object with ${known}`);
  if (!isObject(input) || (isEmpty && unknown.length === 0)) return undefined;
  const own = new ValidationErrors();
  for (const name of unknown) own.add(name, `is not an attribute of client: it has ${known}`);
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
    for (const sentence of sentences) errors.add("client", inOwnWords(name, sentence));
  return own.isEmpty ? draft : undefined;
}

/** `emails` and `element 1: email must be …` is here `email must be …`. */
function inOwnWords(name: string, sentence: string): string {
  if (name === "emails") return sentence.replace(/^element 1: /, "");
  if (name === "phones") return sentence.replace(/^element 1: number/, "phone_number");
  return `${name} ${sentence}`;
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && !(typeof value === "string" && value.trim() === "");
