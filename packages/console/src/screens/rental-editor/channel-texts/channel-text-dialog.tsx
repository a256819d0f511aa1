import { field } from "../../../components/fields/field.ts";
import type { Choice } from "../../../components/fields/use-choices.ts";
import { localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import {
  type ChannelText,
  type ChannelTextDraft,
  draftOfText,
  textNames,
  useChannelTextWriting,
} from "./text-writing.ts";

interface ChannelTextDialogProps {
  readonly rental: number;
  /** Undefined for new texts. */
  readonly id: number | undefined;
  /** The applications without their own texts. */
  readonly applications: readonly Choice[];
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** An application's headline, summary and description. An empty text leaves the rental's own. */
export function ChannelTextDialog({ rental, id, applications, locales, close }: ChannelTextDialogProps) {
  const { t } = useI18n();
  const { writing } = useChannelTextWriting(rental);
  const languageOf = useLocaleNames();
  const fields = [
    ...(id === undefined
      ? [{ ...field("application_id", "text", true), label: t("channelTexts.application"), choices: applications }]
      : []),
    ...locales.flatMap((locale) =>
      textNames.map((name) => ({
        ...field(localized(name, locale), name === "headline" ? "text" : "notes"),
        label: `${t(`rentalEditor.fields.${name}`)} (${languageOf(locale)})`,
      })),
    ),
  ];
  return (
    <RecordDialog<ChannelText, ChannelTextDraft, number>
      {...{ id, writing, close }}
      {...wordsOf(fields)}
      kind="rentals_contents_overrides"
      title={id === undefined ? t("channelTexts.add") : t("channelTexts.edit")}
      draftOf={(one) => draftOfText(one, locales, applications[0]?.value ?? "")}
      saved={t("channelTexts.saved")}
    >
      {(form) => (
        <>
          <p className="hint">{t("channelTexts.emptyHint")}</p>
          <FieldGrid {...{ fields, form }} />
        </>
      )}
    </RecordDialog>
  );
}
