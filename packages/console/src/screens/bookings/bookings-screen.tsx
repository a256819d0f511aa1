import { getRouteApi } from "@tanstack/react-router";
import { TicketCheck } from "lucide-react";
import { useMemo } from "react";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Pending } from "../../components/pending.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useIsPhone } from "../../components/use-is-phone.ts";
import { useLocalStorage } from "../../components/use-local-storage.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { BookingCards } from "./booking-cards.tsx";
import classes from "./bookings.module.css";
import { type BookingsSearch, bookingsSearch } from "./bookings-search.ts";
import { BookingsTable } from "./bookings-table.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { chosenColumns } from "./column-names.ts";
import { sorted } from "./columns.ts";
import { FilterSheet } from "./filter-sheet.tsx";
import { Filters } from "./filters.tsx";
import { useBookings } from "./listed-bookings.ts";
import { SaveCsv } from "./save-csv.tsx";
import { SavedFilters } from "./saved-filters.tsx";

const route = getRouteApi("/bookings");

/** All bookings that match a filter, in the chosen columns (console.md, Screens). */
export function BookingsScreen() {
  const { t } = useI18n();
  const isPhone = useIsPhone();
  // The open booking is in the URL too, but filters nothing.
  const search = bookingsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const [chosen, choose] = useLocalStorage("roost.bookings.columns", chosenColumns);
  const change = (changed: BookingsSearch): void => {
    // Another screen may have opened while a search was waiting.
    if (location.pathname.endsWith("/bookings")) void navigate({ search: changed, replace: true });
  };
  return (
    <div className={classes.bookings}>
      <PageHeader
        title={t("screens.bookings")}
        actions={
          <>
            {isPhone && <FilterSheet search={search} change={change} />}
            <SavedFilters search={search} change={change} />
            {!isPhone && <ColumnChoice chosen={chosen} choose={choose} />}
            <SaveCsv search={search} columns={chosen} />
          </>
        }
      />
      {!isPhone && <Filters search={search} change={change} />}
      <Found search={search} change={change} columns={chosen} />
    </div>
  );
}

interface FoundProps {
  readonly search: BookingsSearch;
  readonly change: (search: BookingsSearch) => void;
  readonly columns: ReturnType<typeof chosenColumns>;
}

function Found({ search, change, columns }: FoundProps) {
  const { t } = useI18n();
  const isPhone = useIsPhone();
  const formats = useFormats();
  const bookings = useBookings(search);
  const { sort = "arrival", down = false } = search;
  const found = bookings.data?.found;
  const inOrder = useMemo(() => found && sorted(found, sort, down), [found, sort, down]);
  if (!bookings.data || !inOrder) return <Pending reads={[bookings]} />;
  const { inAll } = bookings.data;
  if (inOrder.length === 0) {
    return (
      <output>
        <EmptyState icon={TicketCheck} text={t("bookings.none")} />
      </output>
    );
  }
  return (
    <>
      <output className="hint">
        {inOrder.length < inAll
          ? t("bookings.first", { shown: inOrder.length, all: inAll })
          : t("bookings.count", { count: inAll })}
      </output>
      {isPhone ? (
        <BookingCards bookings={inOrder} formats={formats} />
      ) : (
        <BookingsTable
          bookings={inOrder}
          names={columns}
          formats={formats}
          sort={sort}
          isDown={down}
          order={(by) => {
            const { sort: _, down: __, ...rest } = search;
            const reverses = by === sort && !down;
            change({ ...rest, ...(by !== "arrival" && { sort: by }), ...(reverses && { down: true }) });
          }}
        />
      )}
    </>
  );
}
