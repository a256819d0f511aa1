import { todayHere } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { priceFrom } from "../../components/price-words.ts";
import { useOverrides } from "../../components/prices/overrides.ts";
import { PriceNights } from "../../components/prices/price-nights.tsx";
import { type PricedRental, type RateMap, useRateMap } from "../../components/prices/rate-map.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { OverrideList } from "./override-list.tsx";
import { PriceSource } from "./price-source.tsx";
import { useTakeOver } from "./use-take-over.ts";
import { YearMarking } from "./year-marking.tsx";

interface NightsViewProps {
  readonly rental: PricedRental;
  readonly formats: Formats;
}

/** A year of nightly prices and minimum stays. Nights are marked by dragging, by keyboard or in the form (console.md, Rates). */
export function NightsView({ rental, formats }: NightsViewProps) {
  const map = useRateMap(rental.id);
  if (map.data === undefined) return <Pending reads={[map]} />;
  return map.data && <Nights key={rental.id} rental={rental} map={map.data} formats={formats} />;
}

function Nights({ rental, map, formats }: NightsViewProps & { readonly map: RateMap }) {
  const { t } = useI18n();
  const today = todayHere();
  const taking = useTakeOver(rental, map);
  const overrides = useOverrides(rental.id, today).data ?? [];
  return (
    <section>
      <YearMarking
        label={t("rates.grid", { rental: rental.name })}
        {...{ rental, map, formats }}
        face={(rate, day) => {
          const stay = Number(map.stays[day - map.first] ?? 1);
          const name = priceFrom(formats.money(rate, rental.currency), stay, t);
          return { name, beside: stay > 1 && <small>≥{stay}</small> };
        }}
        form={(marking, mark) => <PriceNights rentals={[{ rental, map, overrides }]} {...{ marking, mark, formats }} />}
      />
      <OverrideList {...{ rental, today, formats }} />
      <PriceSource {...{ rental, taking }} />
    </section>
  );
}
