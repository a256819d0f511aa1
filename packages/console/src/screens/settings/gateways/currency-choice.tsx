import { CloseButton, Group, Select } from "@mantine/core";
import { currenciesIn } from "../../../components/lists/currencies.ts";
import records from "../../../components/records/records.module.css";
import { useI18n } from "../../../i18n/i18n.ts";

interface CurrencyChoiceProps {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly choose: (chosen: readonly string[]) => void;
  readonly problem: string | undefined;
}

/** The chosen currencies, each with a button that removes it, and a list of the others. */
export function CurrencyChoice({ label, chosen, choose, problem }: CurrencyChoiceProps) {
  const { language, t } = useI18n();
  const all = currenciesIn(language);
  return (
    <div className={records.wide}>
      <Select
        label={label}
        placeholder={t("gateways.addCurrency")}
        searchable
        data={all.filter(({ value }) => !chosen.includes(value))}
        value={null}
        error={problem}
        onChange={(currency) => currency && choose([...chosen, currency])}
      />
      <Group gap="xs" mt="xs">
        {chosen.map((currency) => (
          <Group key={currency} gap={2}>
            {currency}
            <CloseButton
              size="sm"
              aria-label={t("records.of", { action: t("records.remove"), name: currency })}
              onClick={() => choose(chosen.filter((one) => one !== currency))}
            />
          </Group>
        ))}
      </Group>
    </div>
  );
}
