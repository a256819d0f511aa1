import { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { readDraft } from "../../../kernel/write/input/read-draft.ts";
import { client } from "./client.ts";
import { checkClient, createClient } from "./save-client.ts";

/** A guest who inquires or books. */
export interface GuestIdentity {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly phone: string | null;
  readonly countryCode: string | null;
}

/**
 * Finds the client whose first e-mail address is the guest's, ignoring case, or creates one.
 * @returns its id
 * @throws RequestError 422 if the guest is no valid client
 */
export async function clientOfEmail(context: WriteContext, guest: GuestIdentity): Promise<number> {
  const found = await context.transaction.row<{ id: number }>(
    `select id from clients where account_id = $1 and default_email = lower($2::text) and forget_me_at is null order by id limit 1`,
    [context.account.id, guest.email],
  );
  return found?.id ?? newClientOf(context, guest);
}

/**
 * The same for an inquiry. Locks the client against erasure.
 * Skips restricted clients: the caller could otherwise learn whose address it is.
 */
export async function unrestrictedClientOf(context: WriteContext, guest: GuestIdentity): Promise<number> {
  const found = await context.transaction.row<{ id: number }>(
    `select id from clients where account_id = $1 and default_email = lower($2::text) and forget_me_at is null
       and processing_restricted_at is null order by id limit 1 for key share`,
    [context.account.id, guest.email],
  );
  return found?.id ?? newClientOf(context, guest);
}

/** Creates a client for a guest. @throws RequestError 422 if the guest is no valid client */
async function newClientOf(context: WriteContext, guest: GuestIdentity): Promise<number> {
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
