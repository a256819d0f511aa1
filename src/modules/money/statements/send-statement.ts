import { languageOf } from "@roost/messages/languages.ts";
import { formatDay } from "../../../core/day.ts";
import { bookingReference } from "../../../core/reference.ts";
import { string, text } from "../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../kernel/request-body.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../kernel/write/actions.ts";
import type { AccountTransaction, WriteContext } from "../../../kernel/write/context.ts";
import { queueMail } from "../../platform/mails/queue-mail.ts";
import { ownerStatementMail } from "../../platform/mails/templates/owner-statement.ts";
import { contact } from "../../property/contacts/contact.ts";
import { type Month, statementOf } from "./statement.ts";
import { readBooks } from "./statement-books.ts";
import { maxRentals, monthOf, monthWords } from "./statement-query.ts";
import type { RentalStatement } from "./statement-record.ts";

const input = {
  month: string({
    format: {
      matches: (value) => monthOf(value) !== undefined,
      problem: `must be ${monthWords}`,
      schema: { pattern: "^\\d{4}-(0[1-9]|1[0-2])$" },
    },
  })
    .required()
    .inputOnly()
    .description("The month, such as 2027-07, by UTC dates."),
  message: text({ maxLength: 5000 })
    .inputOnly()
    .description("A message to the owner, above the statement. Default: one sentence in the owner's language."),
};

/** The body that sends an owner's statements. */
export const statementBody = jsonBody(bodyOf(contact, input, "is not an attribute of a statement's e-mail"), {
  own: true,
});

/**
 * Mails an owner the statements of all their rentals for a month, and records that for each rental.
 * @throws RequestError 422 for a contact who owns no rental, was deleted, or whose data is restricted
 */
export async function sendStatement(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  const month = monthOf(draft.input(input.month) ?? "");
  const owner = await readOwner(context, id);
  const rentals = await readOwnedRentals(context, id);
  if (owner.ended) errors.add("base", "the contact was deleted");
  if (owner.restricted) errors.add("base", "the contact's processing is restricted: lift the restriction first");
  if (rentals.length === 0) errors.add("base", "the contact owns no rental");
  if (rentals.length > maxRentals) errors.add("base", `the contact owns more than ${maxRentals} rentals`);
  errors.throwIfAny();
  if (!month) throw new Error("The body's month passed its format but is none.");
  const statements = await statementsOf(context, rentals, month);
  const mail = await queueMail(context, {
    to: { address: owner.email, name: owner.name },
    template: ownerStatementMail,
    locale: owner.languages.find((locale) => languageOf(locale) !== undefined) ?? owner.fallback,
    values: {
      name: owner.name,
      month: formatDay(month.first),
      message: draft.input(input.message) ?? null,
      rentals: statements.map(mailedRental),
    },
    about: { contact: id },
  });
  await context.transaction.run(
    `insert into statement_mails (account_id, rental_id, month, mail_id)
     select $1, unnest($2::bigint[]), $3::date, $4 returning rental_id`,
    [context.account.id, rentals, formatDay(month.first), mail],
  );
  return { shows: contact, id, meta: { mailed_rental_ids: rentals } };
}

interface Owner {
  readonly name: string;
  readonly email: string;
  readonly languages: readonly string[];
  /** The account's locale for guests. */
  readonly fallback: string;
  readonly ended: boolean;
  readonly restricted: boolean;
  readonly [column: string]: unknown;
}

async function readOwner({ transaction, account }: AccountTransaction, id: number): Promise<Owner> {
  const row = await transaction.row<Owner>(
    `select contacts.firstname || ' ' || contacts.lastname as name, contacts.email, contacts.spoken_languages as languages,
       accounts.default_communication_locale as fallback,
       contacts.canceled_at is not null or contacts.forget_me_at is not null as ended,
       contacts.processing_restricted_at is not null as restricted
     from contacts join accounts on accounts.id = contacts.account_id
     where contacts.account_id = $1 and contacts.id = $2`,
    [account.id, id],
  );
  if (!row) throw new Error(`Contact ${id} disappeared while locked.`);
  return row;
}

async function readOwnedRentals({ transaction, account }: AccountTransaction, id: number): Promise<readonly number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select rentals.id from rental_contacts join rentals
       on rentals.account_id = $1 and rentals.id = rental_contacts.rental_id
     where rental_contacts.account_id = $1 and rental_contacts.contact_id = $2 and rental_contacts.kind = 'owner'
       and rental_contacts.canceled_at is null and rentals.deleted_at is null order by rentals.id`,
    [account.id, id],
  );
  return rows.map((rental) => rental.id);
}

async function statementsOf(
  { transaction, account }: AccountTransaction,
  rentals: readonly number[],
  month: Month,
): Promise<RentalStatement[]> {
  const books = await readBooks(transaction, [account.id], { rentals, month });
  return books.rentals.map((rental) => ({ rental, month, ...statementOf(books.stays.get(rental.id) ?? [], month) }));
}

const mailedRental = ({ rental, lines, totals }: RentalStatement) => ({
  id: rental.id,
  name: rental.name,
  stays: lines.map(({ booking, arrival, departure, currency, amounts }) => ({
    reference: bookingReference(booking),
    arrival: formatDay(arrival),
    departure: formatDay(departure),
    currency,
    payback_to_owner: amounts.payback_to_owner,
  })),
  totals: totals.map(({ currency, nights, amounts }) => ({ currency, nights, amounts })),
});
