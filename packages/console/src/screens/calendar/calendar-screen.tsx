import { Button, Group, TextInput } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useSession } from "../../app/session.tsx";
import { MoveDialog } from "../../components/bookings/move/move-dialog.tsx";
import { NoRental } from "../../components/no-rental.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import "./calendar.css";
import type { MoveTo } from "../../components/bookings/move/move-target.ts";
import type { Stay } from "../../components/bookings/stay.ts";
import { monthOf, todayHere } from "../../components/days.ts";
import type { StayRequest } from "../../components/quote.ts";
import { useFormats } from "../../components/use-formats.ts";
import { BookDialog } from "./book-dialog.tsx";
import { Filters } from "./filters.tsx";
import { Grid, type GridHandle } from "./grid.tsx";
import { Legend } from "./legend.tsx";
import { type CalendarRental, useMarkets, useRentals } from "./rentals.ts";
import { useShownRentals } from "./shown-rentals.ts";
import { StayDialog } from "./stay-dialog.tsx";

const noRentals: readonly CalendarRental[] = [];

/** The calendar: one row for each rental, days across (console.md, Screens). */
export function CalendarScreen() {
  const { t } = useI18n();
  const formats = useFormats();
  const { may } = useSession();
  const rentals = useRentals();
  const markets = useMarkets();
  const [searchText, setSearchText] = useState("");
  const search = useSearch({ from: "/calendar" });
  const [request, setRequest] = useState<StayRequest>();
  const [opened, setOpened] = useState<Stay>();
  const [moving, setMoving] = useState<MoveTo>();
  const grid = useRef<GridHandle>(null);
  const { shown, places } = useShownRentals(rentals.data ?? noRentals, searchText, search);
  if (rentals.error || !rentals.data)
    return <PendingScreen title={t("screens.calendar")} error={rentals.error} reset={() => void rentals.refetch()} />;
  const rentalOf = (id: number): CalendarRental | undefined => rentals.data.find((rental) => rental.id === id);
  const close = () => {
    setRequest(undefined);
    setOpened(undefined);
    setMoving(undefined);
    grid.current?.focus();
  };
  return (
    <div className="calendar">
      <Group className="bar-of-calendar" gap="sm">
        <h1>{t("screens.calendar")}</h1>
        <Moves go={(day) => grid.current?.show(day)} />
        <TextInput
          aria-label={t("calendar.seek")}
          placeholder={t("calendar.seek")}
          value={searchText}
          onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
        />
        <Filters places={places} />
        <Legend />
      </Group>
      {rentals.data.length === 0 && <NoRental />}
      {rentals.data.length > 0 && shown.length === 0 && <p className="empty">{t("calendar.noneFound")}</p>}
      <Grid
        ref={grid}
        rentals={shown}
        markets={markets.data}
        formats={formats}
        book={setRequest}
        open={setOpened}
        move={setMoving}
      />
      {request && may("bookings_write") && (
        <BookDialog request={request} rental={rentalOf(request.rental)} formats={formats} close={close} />
      )}
      {opened && <StayDialog stay={opened} rentals={rentals.data} formats={formats} close={close} />}
      {moving && (
        <MoveDialog
          purpose="move"
          stay={moving.stay}
          to={moving}
          rentals={rentals.data}
          formats={formats}
          close={close}
        />
      )}
    </div>
  );
}

function Moves({ go }: { readonly go: (day: number) => void }) {
  const { t } = useI18n();
  const [month, setMonth] = useState(() => monthOf(todayHere()));
  const to = (day: number) => {
    setMonth(monthOf(day));
    go(day);
  };
  return (
    <Button.Group>
      <Button variant="default" aria-label={t("calendar.before")} onClick={() => to(monthOf(month, -1))}>
        ‹
      </Button>
      <Button variant="default" onClick={() => to(todayHere())}>
        {t("calendar.today")}
      </Button>
      <Button variant="default" aria-label={t("calendar.after")} onClick={() => to(monthOf(month, 1))}>
        ›
      </Button>
    </Button.Group>
  );
}
