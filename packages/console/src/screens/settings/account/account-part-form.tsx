import { useI18n } from "../../../i18n/i18n.ts";
import { useDraft } from "../../rental-editor/draft.ts";
import { FieldInput } from "../../rental-editor/fields/field-input.tsx";
import { attributesOf, textOf } from "../../rental-editor/fields/fields-part.tsx";
import { PartForm } from "../../rental-editor/part-form.tsx";
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
  const { read, write } = useGeneralWriting();
  const fields: readonly AccountField[] = accountFields[part];
  const title = t(`accountSettings.titles.${part}`);
  const draft = useDraft<GeneralSettings>({
    title,
    shown: settings,
    storedOf: (record) => Object.fromEntries(fields.map(({ name }) => [name, textOf(record[name])])),
    read,
    write: (seen, changes) => write(seen, attributesOf(fields, changes)),
  });
  const labelOf = (name: string) => t.find(`accountSettings.fields.${name}`) ?? name;
  const names = new Intl.DisplayNames([language], { type: "language" });
  const languages = locales.map((value) => ({ value, label: names.of(value) ?? value }));
  return (
    <PartForm
      id={part}
      title={title}
      draft={draft}
      excluded={fields.map(({ name }) => name)}
      labelOf={labelOf}
      changedMeanwhile={t("accountSettings.changedMeanwhile")}
    >
      <div className={classes.fields}>
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            label={labelOf(field.name)}
            description={t.find(`accountSettings.hints.${field.name}`)}
            choices={field.kind === "locale" ? languages : undefined}
            draft={draft}
          />
        ))}
      </div>
    </PartForm>
  );
}
