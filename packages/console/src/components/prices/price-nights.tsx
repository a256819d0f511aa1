import { Button, Group, NativeSelect, NumberInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useI18n } from "../../i18n/i18n.ts";
import { FormProblems, fieldProblem } from "../form-problems.tsx";
import type { Formats } from "../formats.ts";
import { useNotices } from "../notices.tsx";
import { useSubmit } from "../use-submit.ts";
import { ChangeInput } from "./change-input.tsx";
import { type ClosingChoices, closingChoices, closings, keepClosings } from "./closings.ts";
import { keepsNights, type Marking, markedNights, type NightsChange } from "./marking.ts";
import { MarkingFields } from "./marking-fields.tsx";
import { Outcome } from "./outcome.tsx";
import type { PricedNights } from "./priced-nights.ts";
import styles from "./prices.module.css";
import { useNightPrices } from "./use-night-prices.ts";

interface PriceNightsProps {
  readonly rentals: readonly PricedNights[];
  readonly marking: Marking;
  readonly mark: (marking: Marking) => void;
  readonly formats: Formats;
  /** A minimum stay to propose. */
  readonly minimumStay?: number | undefined;
  readonly done?: () => void;
}

const hows = ["set", "percent", "amount"] as const;
const rateFields = ["rates_map", "rate", "percentage"];
const stayFields = ["minimum_stays_map", "minimum_stay"];

interface Fields {
  readonly how: (typeof hows)[number];
  readonly by: number | string;
  readonly minimumStay: number | string;
  readonly closings: ClosingChoices;
}

const empty: Fields = { how: "set", by: "", minimumStay: "", closings: keepClosings };

/** Changes prices, minimum stays and closed days of the marked nights in one or several rentals, shows old and new, and can undo it in one step. */
export function PriceNights({ rentals, marking, mark, formats, minimumStay: proposed, done }: PriceNightsProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { save } = useNightPrices();
  const form = useForm<Fields>({ initialValues: { ...empty, minimumStay: proposed ?? "" } });
  const { how, by, minimumStay, closings: choices } = form.values;
  const change: NightsChange = {
    price: by === "" ? { how: "keep", by: 0 } : { how, by: Number(by) },
    minimumStay: minimumStay === "" ? undefined : Number(minimumStay),
    closings: choices,
  };
  const isChange = !keepsNights(change) || closings.some((one) => choices[one] !== "keep");
  const nights = rentals.reduce((sum, { map }) => sum + markedNights(marking, map).length, 0);
  const currencies = [...new Set(rentals.map(({ rental }) => rental.currency))];
  const saving = useSubmit({
    mutationFn: () => save(rentals, marking, change, formats.digits),
    onSuccess: (undo) => {
      notify({ text: t("rates.saved", { nights }), undo });
      form.reset();
      done?.();
    },
  });
  const problem = (names: readonly string[]) => names.map((name) => fieldProblem(saving.error, name)).find(Boolean);
  return (
    <form className={styles.form} onSubmit={form.onSubmit(() => saving.submit())}>
      <MarkingFields {...{ marking, mark, formats }} error={saving.error} />
      <Group align="flex-end" gap="sm" mt="sm">
        <NativeSelect
          label={t("rates.change")}
          data={hows.map((value) => ({ value, label: t(`rates.hows.${value}`) }))}
          {...form.getInputProps("how")}
        />
        <ChangeInput
          {...{ how, currencies }}
          className={styles.number ?? ""}
          placeholder={t("rates.keep")}
          {...form.getInputProps("by")}
          error={problem(rateFields)}
        />
        <NumberInput
          label={t("rates.shortest")}
          className={styles.number}
          min={1}
          allowDecimal={false}
          placeholder={t("rates.keep")}
          {...form.getInputProps("minimumStay")}
          error={problem(stayFields)}
        />
        {closings.map((one) => (
          <NativeSelect
            key={one}
            label={t(`nightPrices.closings.${one}`)}
            data={closingChoices.map((value) => ({ value, label: t(`nightPrices.choices.${value}`) }))}
            {...form.getInputProps(`closings.${one}`)}
          />
        ))}
        <Button type="submit" loading={saving.isPending} disabled={!isChange || nights === 0}>
          {t("rates.save", { nights })}
        </Button>
      </Group>
      <Outcome {...{ rentals, marking, change, formats }} />
      <FormProblems error={saving.error} excluded={["start_date", ...rateFields, ...stayFields]} />
    </form>
  );
}
