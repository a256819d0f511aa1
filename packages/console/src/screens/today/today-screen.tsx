import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { useHoldDialog } from "../../components/bookings/holds/hold-steps.tsx";
import { TakePaymentDialog } from "../../components/bookings/take-payment-dialog.tsx";
import { todayAt } from "../../components/days.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useCleanedRentals } from "../../components/turnovers/cleaned-rentals.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useToday } from "../../components/use-today.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useStays } from "../calendar/stays.ts";
import { ReviewsToAnswer, Unanswered } from "./guests-words.tsx";
import { BalancesDue, ExpiringHolds } from "./money-and-holds.tsx";
import { ProposalsToDecide } from "./proposals-to-decide.tsx";
import { ReportedProblems } from "./reported-problems.tsx";
import { Arrivals, Departures, InHouse, type ListedStay } from "./stays-of-today.tsx";
import classes from "./today.module.css";
import { Turnovers } from "./turnovers.tsx";

/** Days to look ahead for balances due. */
const lookaheadDays = 14;

/** Today's tasks, each with its next step (console.md, Screens). The day is the rental's own. */
export function TodayScreen() {
  const { t } = useI18n();
  const { may } = useSession();
  const formats = useFormats();
  const rentals = useCleanedRentals();
  const today = useToday();
  // Somewhere it may be the day before or after.
  const read = useStays(today - 1, today + 1 + lookaheadDays);
  const { choose, dialog } = useHoldDialog(formats);
  const [paid, setPaid] = useState<number>();
  if (!rentals.data) return <PendingScreen title={t("screens.today")} reads={[rentals]} />;
  const houses = rentals.data;
  const stays = [...(read.data?.values() ?? [])].flat().flatMap((stay): ListedStay[] => {
    const house = houses.get(stay.rental);
    if (!house || (stay.state !== "booked" && stay.state !== "hold")) return [];
    return [{ ...stay, house, today: todayAt(house.timeZone) }];
  });
  const takePayment = may("payments_write") ? setPaid : undefined;
  const shown = { stays: read.data && stays, reads: [read], formats, takePayment };
  return (
    <div className={classes.today}>
      <PageHeader title={t("today.of", { day: formats.date(today) })} />
      <div className={classes.lists}>
        {may("audit_read") && <ProposalsToDecide formats={formats} rentalOf={(id) => houses.get(id)?.name} />}
        <Arrivals {...shown} />
        <Departures {...shown} />
        <Turnovers houses={houses} formats={formats} />
        <ReportedProblems houses={houses} formats={formats} />
        <ExpiringHolds {...{ houses, formats, choose }} />
        {may("inbox_read") && <Unanswered formats={formats} />}
        {may("payments_read") && <BalancesDue {...shown} lookaheadDays={lookaheadDays} />}
        <InHouse {...shown} />
        {may("reviews_write") && <ReviewsToAnswer rentalOf={(id) => houses.get(id)?.name} />}
      </div>
      {dialog}
      {paid !== undefined && <TakePaymentDialog id={paid} formats={formats} close={() => setPaid(undefined)} />}
    </div>
  );
}
