import { field } from "../../../components/fields/field.ts";
import { FieldDialog } from "../../../components/records/field-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { draftOfSource, type Source, useSourceWriting } from "./sources.ts";

interface SourceDialogProps {
  /** Undefined for a new channel. */
  readonly id: number | undefined;
  readonly close: () => void;
}

/** A channel's name and its place among the others. */
export function SourceDialog({ id, close }: SourceDialogProps) {
  const { t } = useI18n();
  return (
    <FieldDialog<Source>
      {...{ id, close }}
      kind="sources"
      title={id === undefined ? t("sources.add") : t("sources.edit")}
      fields={[
        { ...field("name", "text", true), label: t("sources.fields.name") },
        { ...field("position", "count"), label: t("sources.fields.position"), description: t("sources.positionHint") },
      ]}
      writing={useSourceWriting()}
      draftOf={draftOfSource}
      saved={t("sources.saved")}
    />
  );
}
