import { Hourglass, Wallet } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { HoldButtons, type useHoldDialog } from "../../components/bookings/holds/hold-steps.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { msOfDay } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import type { CleanedRental } from "../../components/turnovers/cleaned-rentals.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useHolds } from "../calendar/stays.ts";
import { Line } from "./line.tsx";
import { Section } from "./section.tsx";
import { StayLine, type StaysProps } from "./stays-of-today.tsx";

/** The list contains holds that expire within this time. */
const expiringMs = 3 * msOfDay;

interface HoldsProps {
  readonly houses: ReadonlyMap<number, CleanedRental>;
  readonly formats: Formats;
  readonly choose: ReturnType<typeof useHoldDialog>["choose"];
}

/** The holds that expire soon, on the clock of their house. */
export function ExpiringHolds({ houses, formats, choose }: HoldsProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const holds = useHolds();
  const expiring = holds.data
    ?.filter(({ expires }) => expires && Date.parse(expires) < Date.now() + expiringMs)
    .sort((one, other) => Date.parse(one.expires ?? "") - Date.parse(other.expires ?? ""));
  return (
    <Section title={t("today.holds")} icon={Hourglass} to={{ to: "/calendar" }} entries={expiring} reads={[holds]}>
      {(hold) => {
        const house = houses.get(hold.rental);
        const moment = hold.expires && formats.moment(hold.expires, house?.timeZone);
        return (
          <Line
            key={hold.id}
            title={<BookingLink id={hold.id}>{house?.name ?? hold.reference}</BookingLink>}
            about={hold.guest ?? hold.reference}
            detail={moment && t("today.until", { moment })}
          >
            {may("bookings_write") && <HoldButtons hold={hold} choose={choose(hold)} size="xs" />}
          </Line>
        );
      }}
    </Section>
  );
}

interface BalancesProps extends StaysProps {
  readonly lookaheadDays: number;
}

/** The stays of the next days with money open. */
export function BalancesDue({ stays, reads, lookaheadDays, formats, takePayment }: BalancesProps) {
  const { t } = useI18n();
  const due = stays?.filter(
    ({ state, open, arrival, today }) => state === "booked" && Number(open) > 0 && arrival <= today + lookaheadDays,
  );
  return (
    <Section title={t("today.due")} icon={Wallet} to={{ to: "/money" }} entries={due} reads={reads}>
      {(stay) => {
        const { open, currency } = stay;
        // The button already says the amount.
        const detail = !takePayment && open && currency ? formats.money(open, currency) : undefined;
        return <StayLine key={stay.id} {...{ stay, detail, formats, takePayment }} />;
      }}
    </Section>
  );
}
