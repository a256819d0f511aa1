import type { Attributes } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { type AccountColumns, updateAccountSettings } from "../accounts/update-account-settings.ts";
import { generalSettings } from "./general-settings.ts";
import { checkLogo, saveLogo } from "./save-logo.ts";

const { attributes } = generalSettings;
const every: Attributes = attributes;

/** Checks rules that involve more than one setting. */
export const checkGeneralSettings: Check = (draft, errors, { account }) => {
  const locale = draft.value(attributes.default_communication_locale);
  if (locale && draft.changes(attributes.default_communication_locale) && !account.selectedLocales.includes(locale)) {
    errors.add(
      "default_communication_locale",
      `must be one of the account's locales: ${account.selectedLocales.join(", ")}`,
    );
  }
  const from = draft.value(attributes.default_arrival_time);
  const until = draft.value(attributes.default_arrival_end_time);
  if (typeof from === "number" && typeof until === "number" && until < from)
    errors.add("default_arrival_end_time", "must not be before default_arrival_time");
};

/** Changes the settings. Existing records keep the values they were created with. */
export async function updateGeneralSettings(
  context: WriteContext,
  _id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const logo = draft.input(attributes.logo);
  if (logo) checkLogo(logo, errors);
  errors.throwIfAny();
  if (draft.sets(attributes.logo)) await saveLogo(context, logo ?? undefined);
  const columns: [string, { value: unknown; type: string }][] = [];
  for (const [name, attribute] of Object.entries(every)) {
    if (attribute === attributes.logo || !draft.changes(attribute)) continue;
    const value = draft.input(attribute) ?? null;
    columns.push([name, { value, type: attribute.type.sqlType }]);
  }
  const changed: AccountColumns = new Map(columns);
  await updateAccountSettings(context, changed);
}
