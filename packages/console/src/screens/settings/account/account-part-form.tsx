import { useI18n } from "../../../i18n/i18n.ts";
import { FieldsForm } from "../../rental-editor/fields/fields-form.tsx";
import classes from "./account.module.css";
import { type AccountField, type AccountPart, accountFields } from "./account-fields.ts";
import { type GeneralSettings, useGeneralWriting } from "./general-settings.ts";

interface AccountPartFormProps {
  readonly part: AccountPart;
  readonly settings: GeneralSettings;
  /** The account's locales of texts. */
  readonly locales: readonly string[];
}

/** A part of the general settings, saved together. */
export function AccountPartForm({ part, settings, locales }: AccountPartFormProps) {
  const { language, t } = useI18n();
  const fields: readonly AccountField[] = accountFields[part];
  const names = new Intl.DisplayNames([language], { type: "language" });
  const languages = locales.map((value) => ({ value, label: names.of(value) ?? value }));
  return (
    <FieldsForm
      id={part}
      title={t(`accountSettings.titles.${part}`)}
      {...useGeneralWriting()}
      fields={fields}
      shown={settings}
      label={(name) => t.find(`accountSettings.fields.${name}`)}
      hint={(name) => t.find(`accountSettings.hints.${name}`)}
      choices={({ kind }) => (kind === "locale" ? languages : undefined)}
      changedMeanwhile={t("accountSettings.changedMeanwhile")}
      className={classes.fields}
    />
  );
}
