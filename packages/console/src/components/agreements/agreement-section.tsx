import { Button } from "@mantine/core";
import { Signature } from "lucide-react";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { EmptyState } from "../empty-state.tsx";
import { Pending } from "../pending.tsx";
import records from "../records/records.module.css";
import { useFormats } from "../use-formats.ts";
import { AgreementDialog } from "./agreement-dialog.tsx";
import { AgreementText } from "./agreement-text.tsx";
import { type AgreementOwner, useAgreements } from "./agreements.ts";
import { EarlierVersion } from "./earlier-version.tsx";

interface AgreementSectionProps {
  readonly owner: AgreementOwner;
  readonly title: string;
  readonly hint: string;
  /** Shown while the owner has no agreement. */
  readonly empty: string;
  readonly locales: readonly string[];
}

/** The agreement that guests sign, and its earlier versions (service.md, Rental agreement). */
export function AgreementSection({ owner, title, hint, empty, locales }: AgreementSectionProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const agreements = useAgreements(owner);
  const [isWriting, setWriting] = useState(false);
  if (!agreements.data) return <Pending reads={[agreements]} />;
  const { newest, versions } = agreements.data;
  const add = (
    <Button onClick={() => setWriting(true)}>{newest ? t("agreements.newVersion") : t("agreements.add")}</Button>
  );
  return (
    <section aria-label={title}>
      <h2 className={records.head}>
        {title}
        {newest && add}
      </h2>
      <p className="hint">{hint}</p>
      {newest ? (
        <>
          <p>{t("agreements.since", { moment: formats.moment(newest.created_at) })}</p>
          <AgreementText label={t("agreements.text")} agreement={newest} />
          {versions.length > 1 && (
            <details>
              <summary>{t("agreements.earlier", { count: versions.length - 1 })}</summary>
              <ul>
                {versions.slice(1).map(({ id, created_at }) => (
                  <li key={id}>
                    <EarlierVersion id={id} moment={formats.moment(created_at)} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      ) : (
        <EmptyState icon={Signature} text={empty} action={add} />
      )}
      {isWriting && (
        <AgreementDialog
          {...{ owner, locales }}
          title={newest ? t("agreements.newVersion") : t("agreements.add")}
          texts={newest?.body_translations}
          close={() => setWriting(false)}
        />
      )}
    </section>
  );
}
