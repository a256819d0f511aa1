import { FileInput, NativeSelect } from "@mantine/core";
import { FileUp } from "lucide-react";
import { type DragEvent, useState } from "react";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./imports.module.css";
import { type Import, kinds, useImportWrite } from "./imports.ts";

/** The first step: a kind, and a file that is dropped or chosen. The dry run begins at once. */
export function FileStep({ open }: { readonly open: (id: number) => void }) {
  const { t } = useI18n();
  const [kind, setKind] = useState<string>("bookings");
  const [isOver, setOver] = useState(false);
  const begun = (created: Import | undefined): void => {
    if (created) open(created.id);
  };
  const sending = useImportWrite(async (client, file: File) => {
    const body = new FormData();
    body.set("kind", kind);
    body.set("file", file);
    return (await client.POST("/imports", { body })).data?.imports[0];
  }, begun);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) sending.mutate(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same by keyboard.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p className="hint">{t("imports.about")}</p>
      <NativeSelect
        label={t("imports.kind")}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
        data={kinds.map((value) => ({ value, label: t(`imports.kinds.${value}`) }))}
      />
      <FileInput
        label={t("imports.file")}
        description={t("imports.fileHint")}
        placeholder={t("imports.choose")}
        leftSection={<FileUp aria-hidden size={18} />}
        value={null}
        disabled={sending.isPending}
        onChange={(file) => file && sending.mutate(file)}
      />
      {sending.isPending && <p role="status">{t("imports.sending")}</p>}
      <FormProblems error={sending.error} excluded={[]} />
    </div>
  );
}
