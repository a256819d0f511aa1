import type { Transaction } from "../../../database/sql/transaction.ts";
import { ValidationErrors } from "../../../kernel/errors.ts";
import { locales as allLocales, isLocale } from "../../../kernel/locales.ts";

/** Statuses that the API tells of an account. */
export const accountStatuses = ["trial", "paying", "suspended"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** What of an account its administrator alone changes; what is left out stays. */
export interface AdministeredSettings {
  /** The locale of texts that name no other. */
  readonly locale?: string | undefined;
  /** All locales in which texts are kept; those in others are hidden, and not deleted. */
  readonly locales?: readonly string[] | undefined;
  readonly status?: AccountStatus | undefined;
}

/** Changes them. @throws RequestError 422 with every problem at once */
export async function changeAdministered(
  transaction: Transaction,
  account: number,
  { locale, locales, status }: AdministeredSettings,
): Promise<void> {
  const before = await transaction.row<{ locale: string; locales: string[]; written: string }>(
    `select default_locale as locale, selected_locales as locales, default_communication_locale as written
     from accounts where id = $1 for update`,
    [account],
  );
  if (!before) throw new Error(`The account ${account} was found and is not there.`);
  const wanted = { locale: locale ?? before.locale, locales: [...new Set(locales ?? before.locales)] };
  const errors = new ValidationErrors();
  const unknown = [...new Set([wanted.locale, ...wanted.locales])].filter((name) => !isLocale(name));
  if (unknown.length > 0)
    errors.add("selected_locales", `there is no ${unknown.join(", ")}; known are: ${allLocales.join(", ")}`);
  if (!wanted.locales.includes(wanted.locale))
    errors.add("default_locale", `must be one of ${wanted.locales.join(", ")}`);
  if (!wanted.locales.includes(before.written))
    errors.add("selected_locales", `must have ${before.written}, in which guests are written to`);
  errors.throwIfAny();
  await transaction.run(
    `update accounts set default_locale = $2, selected_locales = $3, status = coalesce($4, status), updated_at = clock_timestamp()
     where id = $1`,
    [account, wanted.locale, wanted.locales, status ?? null],
  );
}
