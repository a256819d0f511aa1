import { useNavigate, useSearch } from "@tanstack/react-router";
import { Pending } from "../../../components/pending.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { CheckStep } from "./check-step.tsx";
import { DoneStep } from "./done-step.tsx";
import { FileStep } from "./file-step.tsx";
import classes from "./imports.module.css";
import { type Import, useImport } from "./imports.ts";
import { PastImports } from "./past-imports.tsx";

/** Imports files of another system in three steps: file, check, done (docs/guides/import.md). */
export function ImportsSection() {
  const { import: id } = useSearch({ from: "/settings/$section" });
  const navigate = useNavigate();
  const open = (next: number | undefined): void =>
    void navigate({
      to: "/settings/$section",
      params: { section: "imports" },
      search: next === undefined ? {} : { import: next },
    });
  return id === undefined ? (
    <>
      <section>
        <Steps active={0} />
        <FileStep open={open} />
      </section>
      <PastImports open={open} />
    </>
  ) : (
    <OpenImport key={id} id={id} open={open} />
  );
}

function OpenImport({ id, open }: { readonly id: number; readonly open: (id: number | undefined) => void }) {
  const found = useImport(id);
  if (!found.data) return <Pending reads={[found]} />;
  const step = stepOf(found.data);
  return (
    <section>
      <Steps active={step} />
      {step === 1 ? (
        <CheckStep record={found.data} restart={() => open(undefined)} />
      ) : (
        <DoneStep record={found.data} restart={() => open(undefined)} />
      )}
    </section>
  );
}

/** The second step, or the third once the import is applied. */
const stepOf = ({ state }: Import): 1 | 2 => (state === "applying" || state === "applied" ? 2 : 1);

function Steps({ active }: { readonly active: number }) {
  const { t } = useI18n();
  const names = [t("imports.steps.file"), t("imports.steps.check"), t("imports.steps.done")];
  return (
    <>
      <h2>{t("imports.title")}</h2>
      <ol className={classes.steps}>
        {names.map((name, index) => (
          <li key={name} aria-current={index === active ? "step" : undefined}>
            {name}
          </li>
        ))}
      </ol>
    </>
  );
}
