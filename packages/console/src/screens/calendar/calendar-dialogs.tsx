import { useSession } from "../../app/session.tsx";
import { MoveDialog } from "../../components/bookings/move/move-dialog.tsx";
import type { MoveTo } from "../../components/bookings/move/move-target.ts";
import type { Formats } from "../../components/formats.ts";
import { BookDialog } from "./book/book-dialog.tsx";
import { NewBooking } from "./book/new-booking.tsx";
import type { Chosen } from "./grid/grid-props.ts";
import { NightsDialog } from "./nights/nights-dialog.tsx";
import { type CalendarRental, type Market, minimumStayOf } from "./rentals.ts";
import { StayDialog } from "./stay-dialog.tsx";
import type { Task } from "./task.ts";

interface CalendarDialogsProps {
  /** Without one, a new booking begins. */
  readonly task: Task | undefined;
  readonly setTask: (task: Task) => void;
  readonly rentals: readonly CalendarRental[];
  readonly markets: ReadonlyMap<number, Market> | undefined;
  readonly today: number;
  /** The guest of a new booking. */
  readonly guest: number | undefined;
  readonly formats: Formats;
  readonly close: () => void;
}

/** The dialog of the person's current action. */
export function CalendarDialogs(props: CalendarDialogsProps) {
  const { task, setTask, rentals, markets, guest, formats, close } = props;
  const { may } = useSession();
  if (!task) return <NewBooking {...props} choose={(stay) => setTask({ kind: "offer", stay })} />;
  if (task.kind === "move") {
    const { to } = task;
    return (
      <MoveDialog purpose={isStretched(to) ? "change" : "move"} stay={to.stay} {...{ to, rentals, formats, close }} />
    );
  }
  if (task.kind === "facts") return <StayDialog stay={task.stay} {...{ rentals, formats, close }} />;
  if (task.kind === "offer") {
    const rental = rentals.find(({ id }) => id === task.stay.request.rental);
    return rental && <BookDialog {...task.stay} {...{ rental, guest, formats, close }} />;
  }
  const { chosen } = task;
  if (task.kind === "nights")
    return <NightsDialog {...{ chosen, formats, close }} book={() => setTask({ kind: "book", chosen })} />;
  const [rental] = chosen.rentals;
  if (!rental || !may("bookings_write")) return null;
  const request = requestOf(rental, chosen, markets?.get(rental.id));
  const priceNights = may("rates_write") ? () => setTask({ kind: "nights", chosen }) : undefined;
  return <BookDialog {...{ request, rental, formats, close, priceNights }} />;
}

/** Whether the drag moved an edge only. */
const isStretched = ({ stay, rental, arrival, departure }: MoveTo): boolean =>
  rental === stay.rental && (arrival === stay.arrival || departure === stay.departure);

/** One selected night means an arrival: the form begins with the shortest stay that the rules permit. */
function requestOf(rental: CalendarRental, { first, last, gap }: Chosen, market: Market | undefined) {
  const nights = first === last && !gap ? minimumStayOf(rental, market, first) : last - first + 1;
  return { rental: rental.id, arrival: first, departure: first + nights };
}
