import type { Formats } from "../formats.ts";
import { PaymentForm } from "../payment-form.tsx";
import { useBookingRecord } from "./booking-record.ts";

interface TakePaymentDialogProps {
  readonly id: number;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Records a payment for a booking of a list, at the balance that it has now. */
export function TakePaymentDialog({ id, formats, close }: TakePaymentDialogProps) {
  const { data: booking } = useBookingRecord(id);
  const currency = booking?.currency;
  return booking && currency ? <PaymentForm {...{ booking, currency, formats, close }} /> : null;
}
