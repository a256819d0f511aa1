import { NativeSelect, TextInput } from "@mantine/core";
import { Lines } from "../../../../components/records/lines.tsx";
import { useI18n } from "../../../../i18n/i18n.ts";
import { comparators, ruleOf, type TaxRule } from "./tax-rules.ts";

interface TaxRuleLinesProps {
  readonly rules: readonly TaxRule[];
  readonly error: unknown;
  readonly change: (rules: readonly TaxRule[]) => void;
}

/** The lengths of stay that a tax is levied on. A stay must meet every line. */
export function TaxRuleLines({ rules, error, change }: TaxRuleLinesProps) {
  const { t } = useI18n();
  return (
    <Lines
      {...{ error, change }}
      lines={rules}
      title={t("chargeTaxes.stays")}
      empty={t("chargeTaxes.allStays")}
      attribute="tax_rules"
      make={ruleOf}
      addLabel={t("chargeTaxes.addRule")}
      removeLabel={(_, index) => t("chargeTaxes.removeRule", { index: index + 1 })}
      inputs={({ comparator, nights }, set, index) => (
        <>
          <NativeSelect
            aria-label={t("chargeTaxes.comparison", { index: index + 1 })}
            value={comparator}
            onChange={({ currentTarget: { value } }) =>
              set({ comparator: comparators.find((one) => one.comparator === value)?.comparator ?? comparator })
            }
            data={comparators.map((one) => ({
              value: one.comparator,
              label: t(`chargeTaxes.comparators.${one.word}`),
            }))}
          />
          <TextInput
            required
            type="number"
            min={1}
            max={1096}
            aria-label={t("chargeTaxes.nights", { index: index + 1 })}
            placeholder={t("chargeTaxes.nightsHint")}
            value={nights}
            onChange={({ currentTarget: { value } }) => set({ nights: value })}
          />
        </>
      )}
    />
  );
}
