import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { Pending } from "../../components/pending.tsx";
import { closings } from "../../components/prices/closings.ts";
import { useOverrides } from "../../components/prices/overrides.ts";
import type { PricedRental, RateOverride } from "../../components/prices/rate-map.ts";
import { useNightPrices } from "../../components/prices/use-night-prices.ts";
import records from "../../components/records/records.module.css";
import { useI18n } from "../../i18n/i18n.ts";
import { sunday } from "./rules.ts";

interface OverrideListProps {
  readonly rental: PricedRental;
  readonly today: number;
  readonly formats: Formats;
}

/** The changes that lie on top of base rate and seasons, newest first. Each one and all of them can be removed in one step. */
export function OverrideList({ rental, today, formats }: OverrideListProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { notify } = useNotices();
  const { remove } = useNightPrices();
  const overrides = useOverrides(rental.id, today);
  const removing = useMutation({
    mutationFn: (removed: readonly RateOverride[]) => remove(rental.id, removed),
    onSuccess: (undo, removed) => notify({ text: t("nightPrices.removed", { count: removed.length }), undo }),
  });
  if (overrides.error) return <Pending reads={[overrides]} />;
  const found = overrides.data ?? [];
  if (found.length === 0) return null;
  return (
    <section>
      <h2>{t("nightPrices.overrides")}</h2>
      <p className="hint">{t("nightPrices.overridesHint")}</p>
      <ul className={records.rows} aria-label={t("nightPrices.overrides")}>
        {found.map((override) => (
          <li key={override.id}>
            <OverrideText override={override} rental={rental} formats={formats} />
            {may("rates_write") && (
              <Button
                size="compact-sm"
                variant="default"
                loading={removing.isPending}
                aria-label={t("nightPrices.removeOf", { nights: nightsOf(override, formats) })}
                onClick={() => removing.mutate([override])}
              >
                {t("nightPrices.remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {may("rates_write") && found.length > 1 && (
        <Group mt="sm">
          <Button variant="default" loading={removing.isPending} onClick={() => removing.mutate(found)}>
            {t("nightPrices.removeAll")}
          </Button>
        </Group>
      )}
      <FormProblems error={removing.error} excluded={[]} />
    </section>
  );
}

function nightsOf({ start_date, end_date, days }: RateOverride, formats: Formats): string {
  const [first, last] = [dayOf(start_date), dayOf(end_date)].map(formats.date);
  const dates = first === last ? `${first}` : `${first} – ${last}`;
  return days ? `${dates} · ${days.map((day) => formats.weekday(sunday + day)).join(", ")}` : dates;
}

function OverrideText({ override, rental, formats }: Omit<OverrideListProps, "today"> & { override: RateOverride }) {
  const { t } = useI18n();
  const { rate, percentage, minimum_stay } = override;
  const percent = Number(percentage ?? 0);
  const change = t(percent < 0 ? "rules.less" : "rules.more", { percent: formats.percent(Math.abs(percent)) });
  const parts = [
    rate === null ? percentage !== null && change : formats.money(rate, rental.currency),
    minimum_stay !== null && t("nightPrices.atLeast", { nights: minimum_stay }),
    ...closings.map((one) => override[one] === true && t(`nightPrices.shut.${one}`)),
    ...closings.map((one) => override[one] === false && t(`nightPrices.opened.${one}`)),
  ];
  return (
    <span>
      <strong>{nightsOf(override, formats)}</strong> {parts.filter(Boolean).join(" · ")}
    </span>
  );
}
