import { Percent } from "lucide-react";
import { RecordSection } from "../../../../components/records/record-section.tsx";
import { textIn } from "../../../../components/text-in.ts";
import { useFormats } from "../../../../components/use-formats.ts";
import { useI18n } from "../../../../i18n/i18n.ts";
import { useFees } from "../../../rental-editor/fee-reads.ts";
import { useTaxes } from "../taxes.ts";
import { FeeTaxDialog } from "./fee-tax-dialog.tsx";
import { type FeeTax, useFeeTaxes, useFeeTaxWriting } from "./fee-taxes.ts";

/** The taxes on fees, on every rental that has the fee (service.md, Fees tax). */
export function FeeTaxSection() {
  const { language, t } = useI18n();
  const formats = useFormats();
  const { remove } = useFeeTaxWriting();
  const [fees, taxes, feeTaxes] = [useFees(), useTaxes(), useFeeTaxes()];
  const feeOf = ({ links }: FeeTax) => fees.data?.find(({ id }) => id === links.fee);
  const taxOf = ({ links }: FeeTax) => taxes.data?.find(({ id }) => id === links.tax);
  const nameOf = (one: FeeTax) =>
    [feeOf(one), taxOf(one)].map((named) => textIn(named?.name ?? {}, language)).join(" · ");
  const choices = (all: readonly { readonly id: number; readonly name: Readonly<Record<string, string | null>> }[]) =>
    all.map(({ id, name }) => ({ value: String(id), label: textIn(name, language) }));
  const canAdd = (fees.data ?? []).length > 0 && (taxes.data ?? []).length > 0;
  return (
    <RecordSection
      title={t("chargeTaxes.title")}
      hint={t("chargeTaxes.about")}
      icon={Percent}
      empty={canAdd ? t("chargeTaxes.none") : t("chargeTaxes.needsBoth")}
      add={t("chargeTaxes.add")}
      canAdd={canAdd}
      reads={[fees, taxes, feeTaxes]}
      list={feeTaxes.data?.filter((one) => feeOf(one) !== undefined)}
      nameOf={nameOf}
      about={(one) => (
        <p>
          {formats.percent(taxOf(one)?.percentage ?? 0)} ·{" "}
          {one.tax_included_in_rate ? t("chargeTaxes.included") : t("chargeTaxes.onTop")}
        </p>
      )}
      dialog={(one, close) => (
        <FeeTaxDialog id={one?.id} fees={choices(fees.data ?? [])} taxes={choices(taxes.data ?? [])} close={close} />
      )}
      removal={{
        title: (name) => t("chargeTaxes.removeTitle", { name }),
        confirmLabel: t("chargeTaxes.removeNow"),
        text: t("chargeTaxes.removing"),
        done: (name) => t("chargeTaxes.removed", { name }),
        act: remove,
      }}
    />
  );
}
