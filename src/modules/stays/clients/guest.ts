import { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft, Element } from "../../../kernel/write/input/draft.ts";
import { readDraft } from "../../../kernel/write/input/read-draft.ts";
import { client } from "./client.ts";
import { guestAttributes } from "./guest-body.ts";
import { checkClient } from "./save-client.ts";

/** The label of elements without one. */
const label = "default";

/**
 * Drafts a client from the guest in a booking's body. Reports a client's usual errors under the guest's attribute names.
 * @param locale the language that the guest reads, if it is one of the account's
 * @returns a draft for `createClient`; undefined if it is invalid
 */
export async function draftOfGuest(context: WriteContext, guest: Element, locale?: string): Promise<Draft | undefined> {
  if (!guest.errors.isEmpty) return undefined;
  const { firstname, lastname, email, phone_number, country_code } = guestAttributes;
  const [address, number] = [guest.draft.input(email), guest.draft.input(phone_number)];
  const country = guest.draft.input(country_code);
  const element = {
    firstname: guest.draft.input(firstname) ?? null,
    lastname: guest.draft.input(lastname) ?? null,
    emails: address ? [{ email: address }] : [],
    phones: number ? [{ label, number, ...(country ? { country_code: country } : {}) }] : [],
    addresses: country ? [{ label, country_code: country }] : [],
    ...(locale !== undefined && context.account.selectedLocales.includes(locale) ? { preferred_locale: locale } : {}),
  };
  const errors = new ValidationErrors();
  const draft = readDraft(client, element, { defaultLocale: context.account.defaultLocale }, errors);
  await checkClient(draft, errors, context);
  for (const [name, messages] of Object.entries(errors.byAttribute))
    for (const message of messages) guest.errors.add(...toGuestError(name, message));
  return errors.isEmpty ? draft : undefined;
}

/** Maps `emails`, `element 1: email must be …` to `email`, `must be …`. */
function toGuestError(name: string, message: string): [attribute: string, message: string] {
  const [, attribute, rest] = /^element 1: (email|number) (.*)$/s.exec(message) ?? [];
  if (!attribute || rest === undefined) return [name, message];
  return [attribute === "number" ? "phone_number" : attribute, rest];
}
