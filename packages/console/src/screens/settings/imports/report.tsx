import { Alert } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./imports.module.css";
import type { Import } from "./imports.ts";

/** The problems and warnings that are listed. */
const maxListed = 20;

/** An import's counts, problems and warnings. */
export function Report({ record, isBusy }: { readonly record: Import; readonly isBusy: boolean }) {
  const { t } = useI18n();
  const { problems, sample, wrong_count: wrong } = record;
  // The sample lists long stays in the person's language.
  const long = new Set(sample?.long.map(({ line }) => line));
  const warnings = (record.warnings ?? []).filter(({ line, column }) => column !== null || !long.has(line));
  return (
    <>
      <h3>{t("imports.understood")}</h3>
      <p className="hint" role="status">
        {isBusy && t("imports.checking")}
      </p>
      <Counts record={record} />
      {wrong > 0 && (
        <Alert color="red" mt="xs" title={t("imports.problems", { count: wrong })}>
          <Listed entries={problems ?? []} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" mt="xs" title={t("imports.warnings")}>
          <Listed entries={warnings} />
        </Alert>
      )}
    </>
  );
}

/** The records that the import creates and changes, or has created and changed. */
export function Counts({ record }: { readonly record: Import }) {
  const { t } = useI18n();
  const counts = [
    [t("imports.created"), record.created_count],
    [t("imports.updated"), record.updated_count],
    [t("imports.unchanged"), record.unchanged_count],
    [t("imports.wrong"), record.wrong_count],
    ...(record.kind === "bookings" ? [[t("imports.guests"), record.clients_count] as const] : []),
    ...(record.forgotten_count > 0 ? [[t("imports.forgotten"), record.forgotten_count] as const] : []),
  ] as const;
  return (
    <dl className={classes.counts}>
      {counts.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function Listed({ entries }: { readonly entries: NonNullable<Import["problems"]> }) {
  const { t } = useI18n();
  return (
    <ul className={classes.listed}>
      {entries.slice(0, maxListed).map(({ line, column, reason }) => (
        <li key={`${line} ${column} ${reason}`}>
          {column === null ? t("imports.inLine", { line }) : t("imports.inCell", { line, column })} {reason}
        </li>
      ))}
      {entries.length > maxListed && <li>{t("imports.more", { count: entries.length - maxListed })}</li>}
    </ul>
  );
}
