import { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { readDraft } from "../../../../kernel/write/input/read-draft.ts";
import { client } from "../client.ts";
import { checkClient } from "../save-client.ts";
import type { Lookup } from "./find-guest.ts";
import { clientOfGuest } from "./save-guest.ts";

/** A guest who inquires. */
export interface Inquirer {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phone: string | null;
  readonly countryCode: string | null;
}

/** The client of a guest who inquires. @returns its id @throws RequestError 422 if the guest is no valid client */
export async function clientOfInquirer(context: WriteContext, guest: Inquirer, lookup: Lookup): Promise<number> {
  const { firstname, lastname, email, phone, countryCode } = guest;
  const element = {
    firstname,
    lastname,
    emails: [{ email }],
    phones: phone === null ? [] : [{ label: "default", number: phone, country_code: countryCode }],
  };
  const errors = new ValidationErrors();
  const draft = readDraft(client, element, { defaultLocale: context.account.defaultLocale }, errors);
  await checkClient(draft, errors, context);
  errors.throwIfAny();
  return clientOfGuest(context, draft, lookup);
}
