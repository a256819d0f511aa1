import { Group, NativeSelect, SegmentedControl } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Failure } from "../../components/failure.tsx";
import type { Formats } from "../../components/formats.ts";
import { NoRental } from "../../components/no-rental.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useRentals } from "../calendar/rentals.ts";
import { LosView } from "./los-view.tsx";
import { NightsView } from "./nights-view.tsx";
import { type PricedRental, usePricedRental } from "./rate-map.ts";
import "./rates.css";
import { RulesView } from "./rules-view.tsx";
import { type RatesView, ratesViews } from "./search.ts";
import { SeasonsView } from "./seasons-view.tsx";
import { Simulator } from "./simulator.tsx";

/** A rental's prices: nights, simulator, rules, seasons, lengths of stay (console.md, Screens). */
export function RatesScreen() {
  const { t } = useI18n();
  const formats = useFormats();
  const { rental: chosen, view = "nights" } = useSearch({ from: "/rates" });
  const navigate = useNavigate({ from: "/rates" });
  const rentals = useRentals();
  if (rentals.error || !rentals.data)
    return <PendingScreen title={t("screens.rates")} error={rentals.error} reset={() => void rentals.refetch()} />;
  const rental = rentals.data.find(({ id }) => id === chosen) ?? rentals.data[0];
  const go = (to: { readonly rental?: number; readonly view?: RatesView }) =>
    void navigate({ search: (before) => ({ ...before, ...to }), replace: true });
  return (
    <div className="rates">
      <Group gap="sm" mb="md">
        <h1>{t("screens.rates")}</h1>
        {rental && (
          <NativeSelect
            aria-label={t("calendar.rental")}
            value={rental.id}
            onChange={({ currentTarget }) => go({ rental: Number(currentTarget.value) })}
            data={rentals.data.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        {rental && (
          <SegmentedControl
            className="views"
            aria-label={t("rates.view")}
            value={view}
            onChange={(value) => go({ view: ratesViews.find((one) => one === value) ?? "nights" })}
            data={ratesViews.map((value) => ({ value, label: t(`rates.views.${value}`) }))}
          />
        )}
      </Group>
      {rental ? <View id={rental.id} view={view} formats={formats} /> : <NoRental />}
    </div>
  );
}

interface ViewProps {
  readonly view: RatesView;
  readonly formats: Formats;
}

function View({ id, view, formats }: ViewProps & { readonly id: number }) {
  const rental = usePricedRental(id);
  if (rental.error) return <Failure error={rental.error} reset={() => void rental.refetch()} />;
  if (!rental.data) return <Waiting />;
  return <Chosen view={view} rental={rental.data} formats={formats} />;
}

function Chosen({ view, rental, formats }: ViewProps & { readonly rental: PricedRental }) {
  if (view === "stay") return <Simulator key={rental.id} rental={rental} formats={formats} />;
  if (view === "seasons") return <SeasonsView key={rental.id} rental={rental} formats={formats} />;
  if (view === "lengths") return <LosView key={rental.id} rental={rental} formats={formats} />;
  if (view === "rules") return <RulesView rental={rental} formats={formats} />;
  return <NightsView rental={rental} formats={formats} />;
}
