import type { Transaction } from "../../../database/sql/transaction.ts";
import { ValidationErrors } from "../../../kernel/errors.ts";
import { locales as allLocales, isLocale } from "../../../kernel/locales.ts";

/** An account's statuses in the API. */
export const accountStatuses = ["trial", "paying", "suspended"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** Settings that only an administrator can change; absent fields stay unchanged. */
export interface AdministeredSettings {
  /** The default locale of texts. */
  readonly locale?: string | undefined;
  /** All locales of texts. Texts in other locales are hidden, not deleted. */
  readonly locales?: readonly string[] | undefined;
  readonly status?: AccountStatus | undefined;
}

/** Changes an account's administered settings. @throws RequestError 422 with every problem at once */
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
  if (!before) throw new Error(`Account ${account} does not exist.`);
  const changed = { locale: locale ?? before.locale, locales: [...new Set(locales ?? before.locales)] };
  const errors = new ValidationErrors();
  const unknown = [...new Set([changed.locale, ...changed.locales])].filter((name) => !isLocale(name));
  if (unknown.length > 0)
    errors.add("selected_locales", `cannot include ${unknown.join(", ")}; valid locales are: ${allLocales.join(", ")}`);
  if (!changed.locales.includes(changed.locale))
    errors.add("default_locale", `must be one of ${changed.locales.join(", ")}`);
  if (!changed.locales.includes(before.written))
    errors.add("selected_locales", `must include ${before.written}, the default language for guests`);
  errors.throwIfAny();
  await transaction.run(
    `update accounts set default_locale = $2, selected_locales = $3, status = coalesce($4, status), updated_at = statement_timestamp()
     where id = $1`,
    [account, changed.locale, changed.locales, status ?? null],
  );
}
