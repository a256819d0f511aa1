import { Button } from "@mantine/core";
import type { Stay } from "../../components/bookings/stay.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";

interface TakePaymentProps {
  readonly stay: Stay;
  readonly formats: Formats;
  readonly takePayment: ((booking: number) => void) | undefined;
}

/** The button that records a booking's balance; none for a hold, which is confirmed first. */
export function TakePayment({ stay, formats, takePayment }: TakePaymentProps) {
  const { t } = useI18n();
  const { id, state, open, currency } = stay;
  if (!takePayment || state !== "booked" || !open || !currency || Number(open) <= 0) return null;
  return (
    <Button size="xs" variant="default" onClick={() => takePayment(id)}>
      {t("today.take", { amount: formats.money(open, currency) })}
    </Button>
  );
}
