import { Button } from "@mantine/core";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { dayOf } from "../../../components/days.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Pending } from "../../../components/pending.tsx";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import { textIn } from "../../../components/text-in.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { TaxDialog } from "./tax-dialog.tsx";
import { useRuleWords } from "./tax-rules/tax-rules.ts";
import { type Tax, useTaxes } from "./taxes.ts";

/** The account's taxes with their percentages and days. A tax ends by its last day. */
export function TaxList({ locales }: { readonly locales: readonly string[] }) {
  const { language, t } = useI18n();
  const formats = useFormats();
  const ruleWords = useRuleWords();
  const taxes = useTaxes();
  const [edited, setEdited] = useState<Tax | "new">();
  if (!taxes.data) return <Pending reads={[taxes]} />;
  const add = <Button onClick={() => setEdited("new")}>{t("charges.addTax")}</Button>;
  const isEmpty = taxes.data.length === 0;
  const daysOf = ({ start_date, end_date }: Tax) => {
    const [first, last] = [start_date, end_date].map((date) => date && formats.date(dayOf(date)));
    return last ? `${first} – ${last}` : t("rentalTerms.taxes.since", { day: first ?? "" });
  };
  return (
    <section aria-label={t("rentalTerms.taxes.title")}>
      <h2>
        {t("rentalTerms.taxes.title")}
        {!isEmpty && add}
      </h2>
      <p className="hint">{t("charges.aboutTaxes")}</p>
      {isEmpty && <EmptyState icon={Landmark} text={t("charges.noTaxes")} action={add} />}
      <RecordList label={t("rentalTerms.taxes.title")}>
        {taxes.data.map((tax) => (
          <RecordRow key={tax.id} name={textIn(tax.name, language)} edit={() => setEdited(tax)}>
            <p>
              {formats.percent(tax.percentage)} · {daysOf(tax)}
            </p>
            {(tax.tax_rules ?? []).length > 0 && <p>{ruleWords(tax.tax_rules ?? [])}</p>}
          </RecordRow>
        ))}
      </RecordList>
      {edited && (
        <TaxDialog id={edited === "new" ? undefined : edited.id} locales={locales} close={() => setEdited(undefined)} />
      )}
    </section>
  );
}
