import { Button, Group } from "@mantine/core";
import { Link2, Wallet } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import type { Formats } from "../../components/formats.ts";
import { PaymentForm } from "../../components/payment-form.tsx";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { PayLinkDialog } from "../money/due/pay-link-dialog.tsx";
import { RefundDialog } from "../money/payments/refund-dialog.tsx";
import { Card } from "./card.tsx";
import { Deposit } from "./deposit/deposit.tsx";
import lines from "./lines.module.css";
import { PaymentLine } from "./payment-line.tsx";
import { type PaymentPart, usePayments } from "./payments.ts";
import { Schedule } from "./schedule.tsx";
import { isChangeable } from "./stay-actions.tsx";

interface PaymentsCardProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** Payments, the balance with its due date, and buttons to charge or record money. */
export function PaymentsCard({ booking, formats }: PaymentsCardProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const [open, setOpen] = useState<"payment" | "link" | PaymentPart["payment"]>();
  const mayRead = may("payments_read") || may("payments_write");
  const payments = usePayments(booking.id, mayRead);
  const { currency, paid_amount, authorized_amount, payment_left_to_collect: left } = booking;
  if (!currency || booking.unavailable) return null;
  const close = () => setOpen(undefined);
  const money = (amount: string | number) => formats.money(amount, currency);
  const sums: readonly (readonly [string, string | null | undefined])[] = [
    [t("booking.paid"), paid_amount],
    [t("booking.authorized"), Number(authorized_amount) > 0 ? authorized_amount : null],
    [t("stay.open"), left],
  ];
  return (
    <Card title={t("booking.payments")}>
      {mayRead && !payments.data && <Pending reads={[payments]} />}
      {payments.data?.length === 0 && <p className="hint">{t("booking.noPayments")}</p>}
      <table className={lines.lines}>
        <tbody>
          {payments.data?.map((part) => (
            <PaymentLine
              key={part.id}
              {...{ part, formats }}
              timeZone={booking.rental?.time_zone}
              refund={() => setOpen(part.payment)}
            />
          ))}
        </tbody>
        <tfoot>
          {sums.map(
            ([name, amount]) =>
              amount != null && (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{money(amount)}</td>
                  <td />
                </tr>
              ),
          )}
        </tfoot>
      </table>
      <Schedule {...{ booking, formats }} />
      <Deposit {...{ booking, formats }} />
      <Group gap="xs" mt="sm">
        {may("payments_write") && booking.status !== "Canceled" && (
          <Button variant="default" leftSection={<Wallet size={16} aria-hidden />} onClick={() => setOpen("payment")}>
            {t("booking.recordPayment")}
          </Button>
        )}
        {booking.payment_url && Number(left) > 0 && isChangeable(booking) && (
          <Button variant="default" leftSection={<Link2 size={16} aria-hidden />} onClick={() => setOpen("link")}>
            {t("booking.payLink")}
          </Button>
        )}
      </Group>
      {open === "payment" && <PaymentForm {...{ booking, currency, formats, close }} />}
      {open === "link" && <PayLinkDialog {...{ booking, formats, close }} />}
      {typeof open === "object" && open && <RefundDialog payment={open} {...{ formats, close }} />}
    </Card>
  );
}
