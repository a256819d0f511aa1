import { Chip, Group, NativeSelect, NumberInput } from "@mantine/core";
import { DecimalInput } from "../../components/decimal-input.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { MoneyInput } from "../../components/money-input.tsx";
import styles from "../../components/prices/prices.module.css";
import type { PricedRental } from "../../components/prices/rate-map.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { needs, type RuleDraft, units } from "./rule-draft.ts";
import { sunday } from "./rules.ts";

interface RuleFieldsProps {
  readonly draft: RuleDraft;
  readonly setDraft: (draft: RuleDraft) => void;
  readonly rental: PricedRental;
  readonly formats: Formats;
  readonly error: unknown;
}

/** Monday first. */
const weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

/** The fields that a kind needs: days, a length, guests, a percentage or an amount. */
export function RuleFields({ draft, setDraft, rental, formats, error }: RuleFieldsProps) {
  const { t } = useI18n();
  const required = needs[draft.kind];
  const problem = fieldProblem(error, "variables");
  return (
    <>
      {required.includes("days") && (
        <fieldset className={styles.weekdays}>
          <legend>{t("rates.weekdays")}</legend>
          <Chip.Group
            multiple
            value={draft.days.map(String)}
            onChange={(days) => setDraft({ ...draft, days: days.map(Number).sort() })}
          >
            {weekdays.map((day) => (
              <Chip key={day} value={String(day)} size="xs" radius="md">
                {formats.weekday(sunday + day)}
              </Chip>
            ))}
          </Chip.Group>
          {problem && <p className="bad">{problem}</p>}
        </fieldset>
      )}
      {required.includes("length") && (
        <Group grow align="flex-start">
          <NumberInput
            label={t("rules.length")}
            min={1}
            allowDecimal={false}
            allowNegative={false}
            value={draft.length}
            error={problem}
            onChange={(length) => setDraft({ ...draft, length: Math.max(1, Number(length)) })}
          />
          <NativeSelect
            label={t("rules.unit")}
            value={draft.unit}
            onChange={({ currentTarget }) =>
              setDraft({ ...draft, unit: units.find((one) => one === currentTarget.value) ?? draft.unit })
            }
            data={units.map((value) => ({ value, label: t(`rules.unitNames.${value}`) }))}
          />
        </Group>
      )}
      {(required.includes("above") || required.includes("below")) && (
        <NumberInput
          label={required.includes("above") ? t("rules.above") : t("rules.below")}
          min={required.includes("above") ? 0 : 1}
          allowDecimal={false}
          allowNegative={false}
          value={draft.guests}
          error={problem}
          onChange={(guests) => setDraft({ ...draft, guests: Number(guests) })}
        />
      )}
      {required.includes("percentage") && (
        <DecimalInput
          required
          label={t("rates.percent")}
          decimals={2}
          value={draft.percentage}
          error={fieldProblem(error, "percentage")}
          onChange={(percentage) => setDraft({ ...draft, percentage })}
        />
      )}
      {required.includes("amount") && (
        <MoneyInput
          required
          currency={rental.currency}
          min={Number.MIN_SAFE_INTEGER}
          label={t("rates.price", { currency: rental.currency })}
          value={draft.amount}
          error={fieldProblem(error, "fixed_amount")}
          onChange={(amount) => setDraft({ ...draft, amount })}
        />
      )}
    </>
  );
}
