import { RequestError, ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { Draft } from "../../../../kernel/write/input/draft.ts";
import { readDraft } from "../../../../kernel/write/input/read-draft.ts";
import { lockRecord } from "../../../../kernel/write/lock-record.ts";
import { client } from "../client.ts";
import { writtenName } from "../client-name.ts";
import { combinedClient } from "../combined-client.ts";
import { checkClient, createClient, updateClient } from "../save-client.ts";
import { findGuest, type Lookup } from "./find-guest.ts";

/**
 * The client of a guest who books or inquires: the matching one, otherwise a new one.
 * @param guest a valid client
 * @returns the client's id
 */
export async function clientOfGuest(context: WriteContext, guest: Draft, lookup: Lookup): Promise<number> {
  return storeGuest(context, guest, await findGuest(context, guest, lookup));
}

/** Stores a guest after `findGuest`. @returns the client's id */
export async function storeGuest(context: WriteContext, guest: Draft, found: number | undefined): Promise<number> {
  if (found === undefined) return createClient(context, guest, new ValidationErrors());
  await complement(context, found, guest);
  return found;
}

/** Adds what the client lacks, as far as there is room. Only an update of a booking corrects its guest. */
async function complement(context: WriteContext, id: number, guest: Draft): Promise<void> {
  const stored = await lockChangeable(context, id);
  if (!stored) return;
  const kept = new Draft(client, new Map(), stored);
  const values = new Draft(client, new Map(), new Map(guest.entries()));
  const { fullname: _, addresses, ...combined } = combinedClient(kept, values, context.account.selectedLocales);
  const hasAddress = (kept.stored(client.attributes.addresses) ?? []).length > 0;
  const element = {
    ...combined,
    ...(hasAddress || addresses === undefined ? {} : { addresses }),
    ...(kept.stored(client.attributes.fullname) ? {} : writtenName(guest)),
  };
  if (Object.keys(element).length === 0) return;
  const errors = new ValidationErrors();
  const draft = readDraft(client, element, { defaultLocale: context.account.defaultLocale }, errors).onto(kept);
  await checkClient(draft, errors, context);
  if (errors.isEmpty) await updateClient(context, id, draft, errors);
}

/** Locks a client, unless the caller may not change it. @returns its stored values */
export async function lockChangeable(context: WriteContext, id: number) {
  try {
    return await lockRecord(context, client, id);
  } catch (error) {
    if (error instanceof RequestError && error.code === "forbidden") return undefined;
    throw error;
  }
}
