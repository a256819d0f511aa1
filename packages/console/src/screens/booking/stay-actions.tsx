import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { CancelStay } from "../../components/bookings/cancel/cancel-stay.tsx";
import { MoveDialog } from "../../components/bookings/move/move-dialog.tsx";
import { type Stay, stayOf } from "../../components/bookings/stay.ts";
import { StayButtons, type StayStep } from "../../components/bookings/stay-buttons.tsx";
import type { Formats } from "../../components/formats.ts";
import { useRentals } from "../calendar/rentals.ts";

interface StayActionsProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** Whether people may change the booking: not a canceled one, nor a mirror, which follows its origin. */
export const isChangeable = ({ status, created_by_type }: BookingRecord): boolean =>
  status !== "Canceled" && created_by_type !== "Booking";

/** Moves, extends or cancels the stay. A hold has a release step instead. */
export function StayActions({ booking, formats }: StayActionsProps) {
  const { may } = useSession();
  const [step, setStep] = useState<StayStep>();
  if (!may("bookings_write")) return null;
  const stay = stayOf(booking);
  const close = () => setStep(undefined);
  // An open dialog stays when another person cancels the booking: it holds typed text, and the write says why it is refused.
  return (
    <>
      {isChangeable(booking) && <StayButtons isHold={stay.state === "hold"} choose={setStep} />}
      {(step === "move" || step === "prolong") && (
        <MoveStep {...{ stay, formats, close }} purpose={step === "move" ? "move" : "extend"} />
      )}
      {step === "cancel" && <CancelStay {...{ stay, formats, close }} />}
    </>
  );
}

interface MoveStepProps {
  readonly stay: Stay;
  readonly purpose: "move" | "extend" | "change";
  readonly formats: Formats;
  readonly close: () => void;
}

/** The dialog that moves the stay, with the account's rentals. */
export function MoveStep(props: MoveStepProps) {
  const rentals = useRentals();
  return rentals.data ? <MoveDialog {...props} rentals={rentals.data} /> : null;
}
