import { Suspense, useMemo, useRef, useState } from "react";
import { isOpenTo } from "../../app/navigation.ts";
import { useSession } from "../../app/session.tsx";
import { useOpenBooking } from "../../components/bookings/panel/booking-link.tsx";
import type { Stay } from "../../components/bookings/stay.ts";
import { dayOf, textOf } from "../../components/days.ts";
import { lazyPart } from "../../components/lazy-part.ts";
import { NoRental } from "../../components/no-rental.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Pending, type Read } from "../../components/pending.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useSources } from "../../components/sources.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useLocalStorage } from "../../components/use-local-storage.ts";
import { useToday } from "../../components/use-today.ts";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "./calendar.module.css";
import { channelMark } from "./grid/channel.ts";
import { Grid } from "./grid/grid.tsx";
import type { GridHandle } from "./grid/grid-props.ts";
import { type RowHeight, rowHeights } from "./grid/sizes.ts";
import { type CalendarRental, useMarkets, useRentals } from "./rentals.ts";
import { type Task, taskFor } from "./task.ts";
import { useShownRentals } from "./tools/shown-rentals.ts";
import { Toolbar } from "./tools/toolbar.tsx";
import { useCalendarSearch } from "./tools/use-calendar-search.ts";

const Dialogs = lazyPart(() => import("./calendar-dialogs.tsx"), "CalendarDialogs");

const noRentals: readonly CalendarRental[] = [];
/** Days before today that the calendar opens with. */
const daysBefore = 2;

const heightOf = (stored: unknown): RowHeight => rowHeights.find((height) => height === stored) ?? 40;

/** The calendar: one row for each rental, days across (console.md, Screens). */
export function CalendarScreen() {
  const { t } = useI18n();
  const formats = useFormats();
  const { account, may } = useSession();
  const today = useToday();
  const rentals = useRentals();
  const markets = useMarkets();
  const sources = useSources();
  const openBooking = useOpenBooking();
  const { search, change } = useCalendarSearch();
  const [rowHeight, setRowHeight] = useLocalStorage("roost.calendar.rows", heightOf);
  const [isTapping, setTapping] = useState(false);
  const [task, setTask] = useState<Task>();
  const [failure, setFailure] = useState<Read>();
  const grid = useRef<GridHandle>(null);
  const all = rentals.data ?? noRentals;
  const { shown, places, offers, found } = useShownRentals(all, search, formats);
  const channels = useMemo(
    () => new Map([...(sources.data ?? [])].map(([id, name]) => [id, channelMark(id, name)])),
    [sources.data],
  );
  if (!rentals.data) return <PendingScreen title={t("screens.calendar")} reads={[rentals]} />;
  const start = search.day === undefined ? today - daysBefore : dayOf(search.day);
  const open = (stay: Stay) => {
    if (isOpenTo(account, "/bookings/$booking")) openBooking(stay.id);
    else setTask({ kind: "facts", stay });
  };
  const close = () => {
    setTask(undefined);
    setTapping(false);
    grid.current?.clear();
    grid.current?.focus();
    if (search.new) change({ new: undefined, guest: undefined });
  };
  const failed = [failure ?? [], found, markets].flat().filter(({ error }) => error);
  const isNew = search.new !== undefined && task === undefined && may("bookings_write");
  return (
    // The frame gives a screen of this class the height of the window (console.css).
    <div className={`calendar ${styles.calendar}`} data-row-height={rowHeight}>
      <PageHeader title={t("screens.calendar")} />
      <Toolbar {...{ today, start, places, rowHeight, setRowHeight, isTapping, setTapping }} />
      {rentals.data.length === 0 && <NoRental />}
      {rentals.data.length > 0 && shown.length === 0 && <p className="empty">{t("calendar.noneFound")}</p>}
      {failed.length > 0 && <Pending reads={failed} />}
      {rentals.data.length > 0 && (
        <Grid
          ref={grid}
          {...{ all, formats, today, start, rowHeight, isTapping, channels, offers }}
          rentals={shown}
          markets={markets.data}
          onFirstDay={(day) => change({ day: textOf(day) })}
          choose={(chosen) => setTask(taskFor(chosen, may))}
          open={open}
          move={(to) => setTask({ kind: "move", to })}
          onFailure={setFailure}
        />
      )}
      {(task || isNew) && (
        <Suspense>
          <Dialogs
            {...{ task, setTask, today, formats, close }}
            guest={search.guest}
            rentals={rentals.data}
            markets={markets.data}
          />
        </Suspense>
      )}
    </div>
  );
}
