import { Link } from "@tanstack/react-router";
import { Failure } from "../../parts/failure.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { useWords } from "../../words/words.tsx";
import { todayHere } from "../../parts/days.ts";
import type { Formats } from "../../parts/formats.ts";
import { useFormats } from "../../parts/use-formats.ts";
import { type CalendarRental, useRentals } from "../calendar/rentals.ts";
import { type Stay, useStays } from "../calendar/stays.ts";
import "./today.css";

/** Days that holds and money are looked ahead for. */
const ahead = 14;

/** What has to be done today: who comes, who goes, which rentals turn over, which holds end, what is due (console.md, Screens). */
export function TodayScreen() {
  const { words } = useWords();
  const formats = useFormats();
  const rentals = useRentals();
  const today = todayHere();
  const stays = useStays(today, today + ahead);
  if (rentals.error) return <Failure error={rentals.error} reset={() => void rentals.refetch()} />;
  if (!rentals.data) return <Waiting />;
  const known = new Map(rentals.data.map((rental) => [rental.id, rental]));
  const all = [...stays.values()].flat();
  const guests = all.filter(({ state }) => state === "booked" || state === "hold");
  const lists: readonly (readonly [string, readonly Stay[], (stay: Stay) => string | null])[] = [
    [
      words.today.arrivals,
      guests.filter(({ arrival }) => arrival === today),
      (stay) => nights(stay, words.book.nights),
    ],
    [words.today.departures, guests.filter(({ departure }) => departure === today), () => null],
    [words.today.turnovers, turnovers(guests, today), () => null],
    [
      words.today.inHouse,
      guests.filter(({ arrival, departure }) => arrival < today && departure > today),
      ({ departure }) => formats.date(departure),
    ],
    [
      words.today.holds,
      all.filter(({ state }) => state === "hold"),
      ({ expires }) => (expires ? words.today.until(formats.moment(expires)) : null),
    ],
    [
      words.today.due,
      guests.filter(({ state, open, arrival }) => state === "booked" && Number(open) > 0 && arrival <= today + ahead),
      ({ open, currency }) => (open && currency ? formats.money(open, currency) : null),
    ],
  ];
  return (
    <div className="today">
      <h1>
        {words.screens.today} <small>{formats.date(today)}</small>
      </h1>
      <div className="lists">
        {lists.map(([title, entries, detail]) => (
          <List key={title} {...{ title, entries, detail, known, formats }} />
        ))}
      </div>
    </div>
  );
}

const nights = ({ arrival, departure }: Stay, words: (nights: number) => string): string => words(departure - arrival);

/** Those who come to a rental that somebody else leaves on the same day. */
const turnovers = (stays: readonly Stay[], today: number): Stay[] => {
  const left = new Set(stays.filter(({ departure }) => departure === today).map(({ rental }) => rental));
  return stays.filter(({ arrival, rental }) => arrival === today && left.has(rental));
};

interface ListProps {
  readonly title: string;
  readonly entries: readonly Stay[];
  readonly detail: (stay: Stay) => string | null;
  readonly known: ReadonlyMap<number, CalendarRental>;
  readonly formats: Formats;
}

function List({ title, entries, detail, known }: ListProps) {
  const { words } = useWords();
  return (
    <section>
      <h2>
        {title} <span className="count">{entries.length}</span>
      </h2>
      {entries.length === 0 && <p className="empty">{words.today.nothing}</p>}
      <ul>
        {entries.map((stay) => (
          <li key={stay.id}>
            <Link to="/bookings/$booking" params={{ booking: String(stay.id) }}>
              {known.get(stay.rental)?.name}
            </Link>
            <span>{stay.guest ?? stay.reference}</span>
            <em>{detail(stay)}</em>
          </li>
        ))}
      </ul>
    </section>
  );
}
