import { Button, Checkbox, Group } from "@mantine/core";
import { useState } from "react";
import { monthOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { everyDay, type Marking } from "../../components/prices/marking.ts";
import { PriceNights } from "../../components/prices/price-nights.tsx";
import { usePricedNights } from "../../components/prices/priced-nights.ts";
import records from "../../components/records/records.module.css";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "./rates.module.css";

interface SeveralViewProps {
  readonly rentals: readonly { readonly id: number; readonly name: string }[];
  readonly today: number;
  readonly formats: Formats;
}

/** Prices the same nights of several rentals at once (console.md, job 9). */
export function SeveralView({ rentals, today, formats }: SeveralViewProps) {
  const { t } = useI18n();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const nextMonth = monthOf(today, 1);
  const [marking, setMarking] = useState<Marking>({
    from: nextMonth,
    to: monthOf(nextMonth, 1) - 1,
    weekdays: everyDay,
  });
  const nights = usePricedNights(chosen);
  const all = rentals.map(({ id }) => id);
  return (
    <section>
      <fieldset className={styles.chosen}>
        <legend>{t("nightPrices.which")}</legend>
        <Group gap="sm" mb="xs">
          <Button size="compact-sm" variant="default" onClick={() => setChosen(all)}>
            {t("nightPrices.all", { count: all.length })}
          </Button>
          <Button size="compact-sm" variant="default" disabled={chosen.length === 0} onClick={() => setChosen([])}>
            {t("nightPrices.noneChosen")}
          </Button>
        </Group>
        <Checkbox.Group
          value={chosen.map(String)}
          onChange={(values) => setChosen(all.filter((id) => values.includes(String(id))))}
        >
          <div className={records.choices}>
            {rentals.map(({ id, name }) => (
              <Checkbox key={id} value={String(id)} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      </fieldset>
      {chosen.length === 0 && <p className="empty">{t("nightPrices.choose")}</p>}
      {!nights.data && <Pending reads={[nights]} />}
      {chosen.length > 0 && nights.data && (
        <PriceNights rentals={nights.data} {...{ marking, formats }} mark={setMarking} />
      )}
    </section>
  );
}
