import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { Pending } from "../pending.tsx";
import { AgreementText } from "./agreement-text.tsx";
import { useAgreement } from "./agreements.ts";

interface EarlierVersionProps {
  readonly id: number;
  /** The time from which the version is in force. */
  readonly moment: string;
}

/** A version that a newer one has replaced. Its text is read once the person opens it. */
export function EarlierVersion({ id, moment }: EarlierVersionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{moment}</summary>
      {isOpen && <VersionText {...{ id, moment }} />}
    </details>
  );
}

function VersionText({ id, moment }: EarlierVersionProps) {
  const { t } = useI18n();
  const version = useAgreement(id);
  if (version.data === undefined) return <Pending reads={[version]} />;
  return version.data && <AgreementText label={t("agreements.textOf", { moment })} agreement={version.data} />;
}
