import { House, LogIn, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import type { Stay } from "../../components/bookings/stay.ts";
import type { Formats } from "../../components/formats.ts";
import type { Read } from "../../components/pending.tsx";
import type { CleanedRental } from "../../components/turnovers/cleaned-rentals.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Line } from "./line.tsx";
import { Section } from "./section.tsx";
import { TakePayment } from "./take-payment.tsx";

/** A stay with its house, and the day that it is there. */
export interface ListedStay extends Stay {
  readonly house: CleanedRental;
  /** Epoch day. */
  readonly today: number;
}

export interface StaysProps {
  /** Undefined until all are read. */
  readonly stays: readonly ListedStay[] | undefined;
  readonly reads: readonly Read[];
  readonly formats: Formats;
  /** Opens the payment dialog; undefined if the person may not take money. */
  readonly takePayment: ((booking: number) => void) | undefined;
}

interface StayLineProps extends Omit<StaysProps, "stays" | "reads"> {
  readonly stay: ListedStay;
  readonly detail: ReactNode;
}

export function StayLine({ stay, detail, formats, takePayment }: StayLineProps) {
  return (
    <Line
      title={<BookingLink id={stay.id}>{stay.house.name}</BookingLink>}
      about={stay.guest ?? stay.reference}
      detail={detail}
    >
      <TakePayment stay={stay} {...{ formats, takePayment }} />
    </Line>
  );
}

const calendar = { to: "/calendar" } as const;

/** The hour of a time: nights and their hours are the rental's own (bookings.md, States). */
const hourOf = (time: string): string => time.slice(11, 16);

export function Arrivals({ stays, reads, ...shown }: StaysProps) {
  const { t } = useI18n();
  const arriving = stays?.filter(({ arrival, today }) => arrival === today);
  return (
    <Section title={t("today.arrivals")} icon={LogIn} to={calendar} entries={arriving} reads={reads}>
      {(stay) => (
        <StayLine
          key={stay.id}
          {...shown}
          stay={stay}
          detail={t("book.nights", { nights: stay.departure - stay.arrival })}
        />
      )}
    </Section>
  );
}

export function Departures({ stays, reads, ...shown }: StaysProps) {
  const { t } = useI18n();
  const leaving = stays?.filter(({ departure, today }) => departure === today);
  return (
    <Section title={t("today.departures")} icon={LogOut} to={calendar} entries={leaving} reads={reads}>
      {(stay) => <StayLine key={stay.id} {...shown} stay={stay} detail={hourOf(stay.endAt)} />}
    </Section>
  );
}

export function InHouse({ stays, reads, ...shown }: StaysProps) {
  const { t } = useI18n();
  const present = stays?.filter(({ arrival, departure, today }) => arrival < today && departure > today);
  return (
    <Section title={t("today.inHouse")} icon={House} to={calendar} entries={present} reads={reads}>
      {(stay) => <StayLine key={stay.id} {...shown} stay={stay} detail={shown.formats.date(stay.departure)} />}
    </Section>
  );
}
