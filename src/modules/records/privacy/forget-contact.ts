import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { liftRestriction, restrictProcessing } from "../../../kernel/write/restriction.ts";
import { forgetContactInMails } from "../../platform/mails/forget-contact.ts";
import { contact } from "../../property/contacts/contact.ts";
import { eraseContactData } from "../../property/contacts/erase-contact.ts";
import { rental } from "../../property/rentals/rental.ts";
import { touchRentals } from "../../property/rentals/touch-rental.ts";
import { eraseAnswersAbout } from "./erase-answers.ts";
import { eraseHistoryOf } from "./erase-history.ts";
import { remaining } from "./remaining.ts";

/** Erases a contact's personal data, also from mails, stored responses and rentals that show the name. */
export async function eraseContact(
  context: WriteContext,
  { id }: ActedOn,
  _request: unknown,
  rentals: readonly number[] = [],
): Promise<Outcome> {
  await eraseContactData(context, id);
  await forgetContactInMails(context, id);
  await eraseAnswersNaming(context, id, rentals);
  await eraseHistoryOf(context, [{ resource: contact, ids: [id] }]);
  return { shows: contact, id, meta: remaining };
}

/** Hides a contact's personal data from everyone but the account's own people, also in stored responses. */
export async function restrictContact(
  context: WriteContext,
  { id }: ActedOn,
  _request: unknown,
  rentals: readonly number[] = [],
): Promise<Outcome> {
  await restrictProcessing(context, contact, id);
  await touchRentals(context, rentals);
  await eraseAnswersNaming(context, id, rentals);
  return { shows: contact, id };
}

/** Lifts the restriction. @throws RequestError 403 for callers who cannot see the data */
export async function liftContactRestriction(
  context: WriteContext,
  { id }: ActedOn,
  _request: unknown,
  rentals: readonly number[] = [],
): Promise<Outcome> {
  await liftRestriction(context, contact, id);
  await touchRentals(context, rentals);
  return { shows: contact, id };
}

const eraseAnswersNaming = (context: WriteContext, id: number, rentals: readonly number[]): Promise<void> =>
  eraseAnswersAbout(context, [
    { resource: contact, ids: [id] },
    { resource: rental, ids: rentals },
  ]);
