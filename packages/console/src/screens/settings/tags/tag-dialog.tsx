import { TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import records from "../../../components/records/records.module.css";
import type { Tag, TagKind } from "../../../components/tags/tags.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { draftOfTag, nameField, type TagDraft, useTagWriting } from "./tags.ts";

interface TagDialogProps {
  readonly kind: TagKind;
  /** Undefined for a new tag. */
  readonly id: number | undefined;
  /** The account's locales, default first: the name is required in it. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A tag's name in each language of the account, its color and icon. */
export function TagDialog({ kind, id, locales, close }: TagDialogProps) {
  const { language, t } = useI18n();
  const languages = new Intl.DisplayNames([language], { type: "language" });
  const labels: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      locales.map((locale) => [nameField(locale), t("tags.nameIn", { language: languages.of(locale) ?? locale })]),
    ),
    ...{ color: t("tags.color"), logo: t("tags.logo") },
  };
  return (
    <RecordDialog<Tag, TagDraft, number>
      {...{ id, kind, close }}
      title={id === undefined ? t("tags.add") : t("tags.edit")}
      writing={useTagWriting(kind)}
      draftOf={(tag) => draftOfTag(tag, locales)}
      excluded={["name", ...Object.keys(labels)]}
      nameOf={(field) => labels[field] ?? field}
      saved={t("tags.saved")}
    >
      {({ draft, setDraft, error }) => (
        <div className={records.fields}>
          {Object.entries(labels).map(([field, label], index) => (
            <TextInput
              key={field}
              label={label}
              {...(index === 0 && { required: true, "data-autofocus": true })}
              {...(field === "color" && { type: "color" })}
              {...(field === "logo" && { description: t("tags.logoHint") })}
              value={draft[field] ?? ""}
              error={fieldProblem(error, field) ?? (index === 0 ? fieldProblem(error, "name") : undefined)}
              onChange={({ currentTarget }) => setDraft((before) => ({ ...before, [field]: currentTarget.value }))}
            />
          ))}
        </div>
      )}
    </RecordDialog>
  );
}
