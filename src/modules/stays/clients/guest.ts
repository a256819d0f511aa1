import { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft, Element } from "../../../kernel/write/input/draft.ts";
import { readDraft } from "../../../kernel/write/input/read-draft.ts";
import { client } from "./client.ts";
import { guestAttributes } from "./guest-body.ts";
import { checkClient } from "./save-client.ts";

/** The label of what is given without one. */
const label = "default";

/**
 * Makes a client of the guest inside a booking's body. It is checked as any client is; what is wrong is reported with the guest's own
 * names.
 * @returns the draft of a client, for `createClient`; undefined when something is wrong with it
 */
export async function clientOfGuest(context: WriteContext, guest: Element): Promise<Draft | undefined> {
  if (!guest.errors.isEmpty) return undefined;
  const { firstname, lastname, email, phone_number, country_code } = guestAttributes;
  const [address, number] = [guest.draft.given(email), guest.draft.given(phone_number)];
  const country = guest.draft.given(country_code);
  const element = {
    firstname: guest.draft.given(firstname) ?? null,
    lastname: guest.draft.given(lastname) ?? null,
    emails: address ? [{ email: address }] : [],
    phones: number ? [{ label, number, ...(country ? { country_code: country } : {}) }] : [],
    addresses: country ? [{ label, country_code: country }] : [],
  };
  const errors = new ValidationErrors();
  const draft = readDraft(client, element, { defaultLocale: context.account.defaultLocale }, errors);
  await checkClient(draft, errors, context);
  for (const [name, sentences] of Object.entries(errors.byAttribute))
    for (const sentence of sentences) guest.errors.add(...inOwnWords(name, sentence));
  return errors.isEmpty ? draft : undefined;
}

/** `emails`, `element 1: email must be …` is here `email`, `must be …`. */
function inOwnWords(name: string, sentence: string): [attribute: string, sentence: string] {
  const [, attribute, rest] = /^element 1: (email|number) (.*)$/s.exec(sentence) ?? [];
  if (!attribute || rest === undefined) return [name, sentence];
  return [attribute === "number" ? "phone_number" : attribute, rest];
}
