import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { monthOf, todayHere } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import type { PricedRental } from "../../components/prices/rate-map.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { NoTable } from "./no-table.tsx";
import { PeriodDialog } from "./period-dialog.tsx";
import { PeriodForm } from "./period-form.tsx";
import { SeasonDialog } from "./season-dialog.tsx";
import { seasonFace } from "./season-face.tsx";
import { SeasonList } from "./season-list.tsx";
import { type DrawnSeason, type PeriodAt, periodAt, useDrawnSeasons, useTableFacts } from "./season-reads.ts";
import { TableNotice } from "./table-notice.tsx";
import styles from "./year.module.css";
import { YearChoice } from "./year-choice.tsx";
import { YearGrid } from "./year-grid.tsx";

interface SeasonsViewProps {
  readonly rental: PricedRental;
  readonly formats: Formats;
}

/** The table's seasons in a year grid. Periods are added by dragging, by keyboard or by dates (console.md, Rates). */
export function SeasonsView({ rental, formats }: SeasonsViewProps) {
  const { t } = useI18n();
  const facts = useTableFacts(rental.table);
  const seasons = useDrawnSeasons(rental.table, monthOf(todayHere()));
  if (rental.table === null) return <NoTable rental={rental} why={t("seasons.noTable")} />;
  if (!seasons.data || !facts.data) return <Pending reads={[seasons, facts]} />;
  return <Seasons {...{ rental, formats }} table={rental.table} seasons={seasons.data} facts={facts.data} />;
}

interface SeasonsProps extends SeasonsViewProps {
  readonly table: number;
  readonly seasons: readonly DrawnSeason[];
  readonly facts: { readonly isShared: boolean; readonly rentals: readonly number[] };
}

function Seasons({ rental, formats, table, seasons, facts }: SeasonsProps) {
  const { language, t } = useI18n();
  const { may } = useSession();
  const today = todayHere();
  const [year, setYear] = useState(0);
  const [cursor, setCursor] = useState({ day: today, anchor: today });
  const [edited, setEdited] = useState<DrawnSeason | "new">();
  const [period, setPeriod] = useState<PeriodAt>();
  const [chosen, setChosen] = useState<number>();
  const first = monthOf(today, year * 12);
  // The API rejects changes to a table whose only rental has nightly prices (service.md, Rates table).
  const isOpen = facts.isShared && !(rental.isWritten && facts.rentals.length <= 1);
  const mayWrite = may("rates_write") && isOpen;
  const marked = { first: Math.min(cursor.day, cursor.anchor), last: Math.max(cursor.day, cursor.anchor) };
  const under = periodAt(seasons, cursor.day, cursor.day);
  return (
    <section className={styles.seasons}>
      <p className="hint">
        {rental.isWritten ? t("seasons.onlyRules") : t("seasons.about")}
        {!facts.isShared && ` ${t("seasons.isPrivate")}`}
      </p>
      <TableNotice table={table} />
      <Group gap="sm" mb="xs">
        <YearChoice {...{ year, setYear, first, formats }} />
      </Group>
      <YearGrid
        label={t("seasons.grid", { rental: rental.name })}
        {...{ first, today, formats, cursor }}
        face={seasonFace({ seasons, language, t, formats })}
        isMarked={(day) => mayWrite && day >= marked.first && day <= marked.last}
        point={setCursor}
        monthLabel={(month) => t("rates.markMonth", { month })}
      />
      {mayWrite && seasons.length > 0 && (
        <PeriodForm
          {...{ table, seasons, formats, marked }}
          season={seasons.some(({ season }) => season.id === chosen) ? chosen : undefined}
          choose={setChosen}
          mark={({ first: from, last }) => setCursor({ anchor: from, day: last })}
        />
      )}
      {mayWrite && under && (
        <Button variant="default" mt="sm" onClick={() => setPeriod(under)}>
          {t("seasons.changeUnder", { date: formats.date(cursor.day) })}
        </Button>
      )}
      <h2>{t("seasons.list")}</h2>
      {seasons.length === 0 && <p className="empty">{t("seasons.none")}</p>}
      <SeasonList {...{ seasons, formats, mayWrite }} change={setEdited} changePeriod={setPeriod} />
      {mayWrite && (
        <Button variant="default" onClick={() => setEdited("new")}>
          {t("seasons.add")}
        </Button>
      )}
      {edited && (
        <SeasonDialog
          table={table}
          season={edited === "new" ? undefined : edited.season}
          close={() => setEdited(undefined)}
          made={setChosen}
        />
      )}
      {period && <PeriodDialog {...period} {...{ table, seasons, formats }} close={() => setPeriod(undefined)} />}
    </section>
  );
}
