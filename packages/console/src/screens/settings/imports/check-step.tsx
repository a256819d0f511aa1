import { Alert, Button, Group, Progress } from "@mantine/core";
import { useState } from "react";
import { anyVersion, ifMatch } from "../../../components/conflict/version.ts";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { FileFields } from "./file-fields.tsx";
import { FirstLines } from "./first-lines.tsx";
import { type Import, type ImportChange, isRunning, type Mapping, useImportWrite } from "./imports.ts";
import { MappingTable } from "./mapping-table.tsx";
import { RejectedButton } from "./rejected-button.tsx";
import { Report } from "./report.tsx";
import { StaySample } from "./stay-sample.tsx";

interface CheckStepProps {
  readonly record: Import;
  readonly restart: () => void;
}

/** The second step: checks the reading of the file. Each change repeats the dry run. */
export function CheckStep({ record, restart }: CheckStepProps) {
  const { t } = useI18n();
  const changing = useImportWrite((client, change: ImportChange) =>
    client.PATCH("/imports/{import_id}", {
      ...{ params: { path: { import_id: record.id } }, headers: ifMatch(anyVersion) },
      body: { imports: [change] },
    }),
  );
  // A change shows before the next key: a list would offer its former choice again, and each letter would send a change.
  const [sent, setSent] = useState<Mapping>();
  const mapping = sent ?? record.mapping ?? {};
  const change = (next: ImportChange): void => {
    if (next.mapping) setSent(next.mapping);
    changing.mutate(next, { onSettled: () => setSent(undefined) });
  };
  const isBusy = changing.isPending || isRunning(record);
  return (
    <>
      <FileFields record={record} mapping={mapping} change={change} />
      {record.error !== null && (
        <Alert color="red" mt="sm" role="alert" title={t("imports.unreadable")}>
          {record.error}
        </Alert>
      )}
      <FormProblems error={changing.error} excluded={[]} />
      {record.columns === null ? (
        isBusy && <RunProgress record={record} label={t("imports.checking")} />
      ) : (
        <>
          {record.state !== "needs_mapping" && <Understood record={record} isBusy={isBusy} />}
          <ApplyButtons record={record} isBusy={isBusy} restart={restart} />
          <MappingTable record={record} mapping={mapping} change={(next) => change({ mapping: next })} />
        </>
      )}
      {record.columns === null && <ApplyButtons record={record} isBusy={isBusy} restart={restart} />}
    </>
  );
}

function Understood({ record, isBusy }: { readonly record: Import; readonly isBusy: boolean }) {
  return (
    <div aria-busy={isBusy}>
      <Report record={record} isBusy={isBusy} />
      <StaySample record={record} />
      <FirstLines record={record} />
    </div>
  );
}

/** A run's progress. */
export function RunProgress({ record, label }: { readonly record: Import; readonly label: string }) {
  const { lines_count: lines, processed_count: processed } = record;
  return (
    <div role="status">
      <p>{label}</p>
      <Progress.Root size="lg" mt="xs">
        <Progress.Section
          animated
          aria-label={label}
          value={lines === null || lines === 0 ? 5 : Math.max(5, (100 * processed) / lines)}
        />
      </Progress.Root>
    </div>
  );
}

function ApplyButtons({ record, isBusy, restart }: CheckStepProps & { readonly isBusy: boolean }) {
  const { t } = useI18n();
  const params = { path: { import_id: record.id } };
  const applying = useImportWrite((client, skip_wrong: boolean) =>
    client.POST("/imports/{import_id}/apply", { params, body: { imports: [{ skip_wrong }] } }),
  );
  const discarding = useImportWrite((client) => client.DELETE("/imports/{import_id}", { params }), restart);
  const { wrong_count: wrong, created_count: created, updated_count: updated } = record;
  return (
    <>
      <FormProblems error={applying.error ?? discarding.error} excluded={[]} />
      <Group mt="md">
        {record.state === "checked" && created + updated > 0 && (
          <Button disabled={isBusy} loading={applying.isPending} onClick={() => applying.mutate(wrong > 0)}>
            {wrong > 0
              ? t("imports.importGood", { count: created + updated, wrong })
              : t("imports.importAll", { count: created + updated })}
          </Button>
        )}
        {wrong > 0 && <RejectedButton record={record} />}
        <Button variant="default" loading={discarding.isPending} onClick={() => discarding.mutate(undefined)}>
          {t("imports.discard")}
        </Button>
      </Group>
    </>
  );
}
