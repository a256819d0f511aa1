import { field } from "../../../components/fields/field.ts";
import { localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldDialog } from "../../../components/records/field-dialog.tsx";
import type { Tag, TagKind } from "../../../components/tags/tags.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { draftOfTag, useTagWriting } from "./tags.ts";

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
  const { t } = useI18n();
  const nameOf = useLocaleNames();
  return (
    <FieldDialog<Tag>
      {...{ id, kind, close }}
      title={id === undefined ? t("tags.add") : t("tags.edit")}
      fields={[
        ...locales.map((locale, index) => ({
          ...field(localized("name", locale), "text", index === 0),
          label: t("tags.nameIn", { language: nameOf(locale) }),
        })),
        { ...field("color", "color"), label: t("tags.color") },
        { ...field("logo"), label: t("tags.logo"), description: t("tags.logoHint") },
      ]}
      writing={useTagWriting(kind)}
      draftOf={(tag) => draftOfTag(tag, locales)}
      saved={t("tags.saved")}
    />
  );
}
