import { TrendingUp } from "lucide-react";
import { useApplications } from "../../../components/applications.ts";
import { field } from "../../../components/fields/field.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type Application, draftOfIncrease, type IncreaseDraft, useIncreaseWriting } from "./increase-writing.ts";

/** The increases that applications add to the prices that they display (service.md, Application). */
export function DefaultIncreases() {
  const { t } = useI18n();
  const applications = useApplications();
  const writing = useIncreaseWriting();
  const formats = useFormats();
  const fields = [
    { ...field("default_price_increase", "percent"), label: t("increases.percent"), description: t("increases.hint") },
  ];
  return (
    <RecordSection
      title={t("increases.title")}
      hint={t("increases.about")}
      icon={TrendingUp}
      empty={t("channelTexts.noApplications")}
      add={t("increases.title")}
      canAdd={false}
      reads={[applications]}
      list={applications.data}
      nameOf={({ name }) => name}
      about={({ default_price_increase: increase }) => (
        <p>
          {Number(increase ?? 0) === 0
            ? t("increases.none")
            : t("increases.adds", { percentage: formats.percent(increase ?? 0) })}
        </p>
      )}
      dialog={(application, close) => (
        <RecordDialog<Application, IncreaseDraft, number>
          {...{ writing, close }}
          {...wordsOf(fields)}
          id={application?.id}
          kind="applications"
          title={t("increases.of", { name: application?.name ?? "" })}
          draftOf={draftOfIncrease}
          saved={t("increases.saved")}
        >
          {(form) => <FieldGrid {...{ fields, form }} />}
        </RecordDialog>
      )}
    />
  );
}
