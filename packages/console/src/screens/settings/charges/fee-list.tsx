import { Button } from "@mantine/core";
import { Receipt } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import { textIn } from "../../../components/text-in.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Fee } from "../../rental-editor/fee-draft.ts";
import { useFees } from "../../rental-editor/fee-reads.ts";
import { FeeDialog } from "./fee-dialog.tsx";
import { useFeeWriting } from "./fees.ts";

/** The account's fees with their rates. */
export function FeeList({ locales }: { readonly locales: readonly string[] }) {
  const { language, t } = useI18n();
  const { notify } = useNotices();
  const formats = useFormats();
  const { archive } = useFeeWriting();
  const fees = useFees();
  const [edited, setEdited] = useState<Fee | "new">();
  const [ended, setEnded] = useState<Fee>();
  if (!fees.data) return <Pending reads={[fees]} />;
  const add = <Button onClick={() => setEdited("new")}>{t("charges.addFee")}</Button>;
  const isEmpty = fees.data.length === 0;
  const nameOf = ({ name }: Fee) => textIn(name, language);
  const rateOf = ({ rate, rate_kind, currency }: Fee) => {
    const isShare = rate_kind.includes("percentage");
    const amount = isShare ? formats.percent(rate) : formats.money(rate, currency);
    return `${amount} ${t(`rentalTerms.fees.rateKinds.${rate_kind}`)}`;
  };
  return (
    <section aria-label={t("rentalTerms.fees.title")}>
      <h2>
        {t("rentalTerms.fees.title")}
        {!isEmpty && add}
      </h2>
      <p className="hint">{t("charges.aboutFees")}</p>
      {isEmpty && <EmptyState icon={Receipt} text={t("charges.noFees")} action={add} />}
      <RecordList label={t("rentalTerms.fees.title")}>
        {fees.data.map((fee) => (
          <RecordRow
            key={fee.id}
            name={nameOf(fee)}
            edit={() => setEdited(fee)}
            remove={() => setEnded(fee)}
            removeLabel={t("charges.archive")}
          >
            <p>{rateOf(fee)}</p>
          </RecordRow>
        ))}
      </RecordList>
      {edited && (
        <FeeDialog id={edited === "new" ? undefined : edited.id} locales={locales} close={() => setEdited(undefined)} />
      )}
      {ended && (
        <ConfirmDialog
          title={t("charges.archiveTitle", { name: nameOf(ended) })}
          confirmLabel={t("charges.archiveNow")}
          act={() => archive(ended)}
          done={() => notify({ text: t("charges.archived", { name: nameOf(ended) }) })}
          close={() => setEnded(undefined)}
        >
          <p>{t("charges.archiving")}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
