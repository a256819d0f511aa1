import { Anchor, Button, Checkbox, Progress } from "@mantine/core";
import { useState } from "react";
import { FormProblems } from "../../../components/form-problems.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./exports.module.css";
import { type AccountExport, useExports, useNewExport } from "./exports.ts";

/** Exports the account's records as an archive that an import reads back (docs/guides/export.md). */
export function ExportsSection() {
  const { t } = useI18n();
  const exports = useExports();
  const beginning = useNewExport();
  const [hasMark, setHasMark] = useState(false);
  if (!exports.data) return <Pending reads={[exports]} />;
  return (
    <section>
      <h2>{t("exports.title")}</h2>
      <p className="hint">{t("exports.about")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          beginning.submit(hasMark);
        }}
      >
        <Checkbox
          label={t("exports.mark")}
          description={t("exports.markHint")}
          checked={hasMark}
          onChange={({ currentTarget }) => setHasMark(currentTarget.checked)}
        />
        <Button type="submit" loading={beginning.isPending}>
          {t("exports.begin")}
        </Button>
      </form>
      <FormProblems error={beginning.error} excluded={[]} />
      {exports.data.length === 0 && <p className="empty">{t("exports.none")}</p>}
      <ul className={`cards ${classes.list}`} aria-label={t("exports.title")}>
        {exports.data.toReversed().map((one) => (
          <ExportCard key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

function ExportCard({ one }: { readonly one: AccountExport }) {
  const { t } = useI18n();
  const formats = useFormats();
  const { state, created_at, expires_at, archive_url, archive_size, error } = one;
  const moment = formats.moment(created_at);
  const nameOf = (kind: string): string =>
    kind === "invoices" ? t("exports.invoices") : (t.find(`imports.kinds.${kind}`) ?? kind);
  const csv = one.files.filter(({ name }) => name.endsWith(".csv"));
  return (
    <li>
      <div>
        <strong>{moment}</strong>
        {csv.length > 0 && <p>{csv.map(({ kind, lines }) => `${nameOf(kind)} ${lines}`).join(" · ")}</p>}
      </div>
      <div>
        <p className={state === "failed" ? "bad" : undefined}>
          {t(`exports.states.${state}`)} {error}
        </p>
        {state === "running" && <ExportProgress one={one} />}
        {expires_at !== null && <p>{t("exports.until", { moment: formats.moment(expires_at) })}</p>}
      </div>
      {archive_url !== null && (
        <Anchor
          href={archive_url}
          download
          aria-label={t("exports.downloadOf", { moment, size: sizeOf(archive_size ?? 0) })}
        >
          {t("exports.download", { size: sizeOf(archive_size ?? 0) })}
        </Anchor>
      )}
    </li>
  );
}

function ExportProgress({ one: { records_count: records, processed_count: done } }: { readonly one: AccountExport }) {
  const { t } = useI18n();
  return (
    <Progress.Root>
      <Progress.Section
        animated
        aria-label={t("exports.states.running")}
        value={records === 0 ? 5 : Math.max(5, (100 * done) / records)}
      />
    </Progress.Root>
  );
}

/** A size with its unit, such as 1.2 MB. */
function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
