import { Button, TextInput } from "@mantine/core";
import { Waypoints } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Failure } from "../../../components/failure.tsx";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import records from "../../../components/records/records.module.css";
import { Waiting } from "../../../components/waiting.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { draftOfSource, type Source, type SourceDraft, useSourceList, useSourceWriting } from "./sources.ts";

/** The channels that bookings come from, such as a portal or the account's own website (service.md, Sources). */
export function SourcesSection() {
  const { t } = useI18n();
  const sources = useSourceList();
  const [edited, setEdited] = useState<Source | "new">();
  if (sources.error) return <Failure error={sources.error} reset={() => void sources.refetch()} />;
  if (!sources.data) return <Waiting />;
  const add = <Button onClick={() => setEdited("new")}>{t("sources.add")}</Button>;
  const isEmpty = sources.data.length === 0;
  return (
    <section>
      <h2>
        {t("settings.titles.sources")}
        {!isEmpty && add}
      </h2>
      <p className="hint">{t("sources.about")}</p>
      {isEmpty && <EmptyState icon={Waypoints} text={t("sources.none")} action={add} />}
      <RecordList label={t("settings.titles.sources")}>
        {sources.data.map((source) => (
          <RecordRow key={source.id} name={source.name} edit={() => setEdited(source)}>
            {source.internal && <p>{t("sources.internal")}</p>}
          </RecordRow>
        ))}
      </RecordList>
      {edited && <SourceDialog id={edited === "new" ? undefined : edited.id} close={() => setEdited(undefined)} />}
    </section>
  );
}

interface SourceDialogProps {
  /** Undefined for a new channel. */
  readonly id: number | undefined;
  readonly close: () => void;
}

function SourceDialog({ id, close }: SourceDialogProps) {
  const { t } = useI18n();
  return (
    <RecordDialog<Source, SourceDraft, number>
      {...{ id, close }}
      kind="sources"
      title={id === undefined ? t("sources.add") : t("sources.edit")}
      writing={useSourceWriting()}
      draftOf={draftOfSource}
      excluded={["name", "position"]}
      nameOf={(field) => t(`sources.fields.${field}`)}
      saved={t("sources.saved")}
    >
      {({ draft, setDraft, error }) => (
        <div className={records.fields}>
          <TextInput
            required
            data-autofocus
            maxLength={50}
            label={t("sources.fields.name")}
            value={draft.name}
            error={fieldProblem(error, "name")}
            onChange={({ currentTarget }) => setDraft((before) => ({ ...before, name: currentTarget.value }))}
          />
          <TextInput
            type="number"
            label={t("sources.fields.position")}
            description={t("sources.positionHint")}
            value={draft.position}
            error={fieldProblem(error, "position")}
            onChange={({ currentTarget }) => setDraft((before) => ({ ...before, position: currentTarget.value }))}
          />
        </div>
      )}
    </RecordDialog>
  );
}
