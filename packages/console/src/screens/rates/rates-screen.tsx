import { Button, NativeSelect, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CalendarRange } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { todayHere } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { NoRental } from "../../components/no-rental.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Pending } from "../../components/pending.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { type PricedRental, usePricedRental } from "../../components/prices/rate-map.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useRentals } from "../calendar/rentals.ts";
import { CodesView } from "./codes/codes-view.tsx";
import { LosView } from "./los-view.tsx";
import { MidTermView } from "./mid-term/mid-term-view.tsx";
import { NightsView } from "./nights-view.tsx";
import { OffersView } from "./offers/offers-view.tsx";
import styles from "./rates.module.css";
import { RulesView } from "./rules-view.tsx";
import { type RatesView, ratesViews } from "./search.ts";
import { SeasonsView } from "./seasons-view.tsx";
import { SeveralView } from "./several-view.tsx";
import { Simulator } from "./simulator.tsx";
import { RatesTables } from "./tables/rates-tables.tsx";

/** The views that are not about one rental. */
const accountViews: readonly RatesView[] = ["several", "codes"];

/** A rental's prices: nights, seasons, rules, simulator, lengths of stay; and the nights of several rentals (console.md, Screens). */
export function RatesScreen() {
  const { t } = useI18n();
  const { may } = useSession();
  const formats = useFormats();
  const { rental: chosen, view = "nights" } = useSearch({ from: "/rates" });
  const navigate = useNavigate({ from: "/rates" });
  const rentals = useRentals();
  if (!rentals.data) return <PendingScreen title={t("screens.rates")} reads={[rentals]} />;
  const rental = rentals.data.find(({ id }) => id === chosen) ?? rentals.data[0];
  const go = (to: { readonly rental?: number; readonly view?: RatesView }) =>
    void navigate({ search: (before) => ({ ...before, ...to }), replace: true });
  return (
    <div className={styles.rates}>
      <PageHeader
        title={t("screens.rates")}
        actions={
          may("rates_write") &&
          rentals.data.length > 1 && (
            <Button leftSection={<CalendarRange size={16} aria-hidden />} onClick={() => go({ view: "several" })}>
              {t("nightPrices.several")}
            </Button>
          )
        }
      />
      {rental ? (
        <>
          <div className={styles.choice}>
            {!accountViews.includes(view) && (
              <NativeSelect
                aria-label={t("calendar.rental")}
                value={rental.id}
                onChange={({ currentTarget }) => go({ rental: Number(currentTarget.value) })}
                data={rentals.data.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            )}
            <ViewChoice view={view} choose={(chosenView) => go({ view: chosenView })} />
          </div>
          {view === "several" && <SeveralView rentals={rentals.data} today={todayHere()} formats={formats} />}
          {view === "codes" && <CodesView rentals={rentals.data} formats={formats} />}
          {!accountViews.includes(view) && <View id={rental.id} view={view} formats={formats} />}
        </>
      ) : (
        <NoRental />
      )}
    </div>
  );
}

/** The views side by side, or as a list where they do not fit. */
function ViewChoice({ view, choose }: { readonly view: RatesView; readonly choose: (view: RatesView) => void }) {
  const { t } = useI18n();
  const isNarrow = useMediaQuery("(max-width: 48em)");
  const { may } = useSession();
  const shown = ratesViews.filter((one) => one !== "codes" || may("discount_code_read") || may("discount_code_write"));
  const data = shown.map((value) => ({ value, label: t(`rates.views.${value}`) }));
  const onChange = (value: string) => choose(ratesViews.find((one) => one === value) ?? "nights");
  if (isNarrow)
    return (
      <NativeSelect
        aria-label={t("rates.view")}
        value={view}
        data={data}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return <SegmentedControl aria-label={t("rates.view")} value={view} data={data} onChange={onChange} />;
}

interface ViewProps {
  readonly view: RatesView;
  readonly formats: Formats;
}

function View({ id, view, formats }: ViewProps & { readonly id: number }) {
  const rental = usePricedRental(id);
  if (!rental.data) return <Pending reads={[rental]} />;
  return <Chosen view={view} rental={rental.data} formats={formats} />;
}

function Chosen({ view, rental, formats }: ViewProps & { readonly rental: PricedRental }) {
  if (view === "stay") return <Simulator key={rental.id} rental={rental} formats={formats} />;
  if (view === "seasons")
    return (
      <>
        <SeasonsView key={rental.id} rental={rental} formats={formats} />
        <RatesTables />
      </>
    );
  if (view === "lengths") return <LosView key={rental.id} rental={rental} formats={formats} />;
  if (view === "offers") return <OffersView key={rental.id} rental={rental} formats={formats} />;
  if (view === "midTerm") return <MidTermView key={rental.id} rental={rental} formats={formats} />;
  if (view === "rules") return <RulesView rental={rental} formats={formats} />;
  return <NightsView rental={rental} formats={formats} />;
}
