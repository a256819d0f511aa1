import { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { readDraft } from "../../../kernel/write/input/read-draft.ts";
import { client } from "./client.ts";
import { checkClient, createClient } from "./save-client.ts";

/** Somebody who wants to book. */
export interface KnownGuest {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phone: string | null;
  readonly countryCode: string | null;
}

/**
 * The client that is known by a guest's e-mail address, as its first one and whatever the capitals; otherwise a new one.
 * @returns its id @throws RequestError 422 when no client can be made of the guest
 */
export async function clientOfEmail(context: WriteContext, guest: KnownGuest): Promise<number> {
  const known = await context.transaction.row<{ id: number }>(
    `select id from clients where account_id = $1 and default_email = lower($2::text) and forget_me_at is null order by id limit 1`,
    [context.account.id, guest.email],
  );
  return known?.id ?? newClientOf(context, guest);
}

/**
 * The same for somebody who only asks, whose client is locked then against being forgotten. One whose processing is restricted is not taken:
 * whoever asks in a name could learn from it whose address it is.
 */
export async function unrestrictedClientOf(context: WriteContext, guest: KnownGuest): Promise<number> {
  const known = await context.transaction.row<{ id: number }>(
    `select id from clients where account_id = $1 and default_email = lower($2::text) and forget_me_at is null
       and processing_restricted_at is null order by id limit 1 for key share`,
    [context.account.id, guest.email],
  );
  return known?.id ?? newClientOf(context, guest);
}

/** Makes a client of a guest. @throws RequestError 422 when none can be made of them */
async function newClientOf(context: WriteContext, guest: KnownGuest): Promise<number> {
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
  return createClient(context, draft, errors);
}
