import { isTimeZone } from "../../../core/time-zone.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { ValidationErrors } from "../../../kernel/errors.ts";
import { locales as allLocales, isLocale } from "../../../kernel/locales.ts";
import { formats, textValue } from "../../../kernel/values/text.ts";
import { installConsole } from "../access/applications/console-application.ts";

export interface NewAccount {
  readonly name: string;
  readonly email?: string | undefined;
  /** The default locale. */
  readonly locale: string;
  /** The locales of texts; always includes the default one. */
  readonly locales?: readonly string[] | undefined;
  /** The rentals' default IANA time zone; UTC by default. */
  readonly timeZone?: string | undefined;
}

const businessName = textValue({ minLength: 1, maxLength: 255 });
const emailAddress = textValue({ format: formats.email });

/**
 * Creates an account and installs its console.
 * @param transaction of any scope; it then enters the account's
 * @returns its id
 * @throws RequestError 422 with every problem at once
 */
export async function createAccount(transaction: Transaction, account: NewAccount): Promise<number> {
  const errors = new ValidationErrors();
  const name = businessName.accept(account.name.trim());
  if ("problem" in name) errors.add("name", name.problem);
  const email = account.email === undefined ? { value: null } : emailAddress.accept(account.email.trim());
  if ("problem" in email) errors.add("email", email.problem);
  const locales = [...new Set([account.locale, ...(account.locales ?? [])])];
  const unknown = locales.filter((locale) => !isLocale(locale));
  if (unknown.length > 0)
    errors.add("locales", `cannot include ${unknown.join(", ")}; valid locales are: ${allLocales.join(", ")}`);
  const { timeZone = "UTC" } = account;
  if (!isTimeZone(timeZone)) errors.add("time_zone", formats.timeZone.problem);
  errors.throwIfAny();
  const row = await transaction.row<{ id: number }>(
    `insert into accounts (business_name, email, default_locale, selected_locales, default_communication_locale, time_zone)
     values ($1, $2, $3, $4, $3, $5) returning id`,
    [account.name.trim(), account.email?.trim() ?? null, account.locale, locales, timeZone],
  );
  if (!row) throw new Error("The insert into accounts returned no id.");
  await transaction.enter([row.id]);
  await installConsole(transaction, row.id);
  return row.id;
}
