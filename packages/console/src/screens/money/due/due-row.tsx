import { Button, Group } from "@mantine/core";
import { Link2 } from "lucide-react";
import { useSession } from "../../../app/session.tsx";
import { BookingLink } from "../../../components/bookings/panel/booking-link.tsx";
import { dayOf } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "../money.module.css";
import type { DueBooking } from "./due-bookings.ts";

interface DueRowProps {
  readonly booking: DueBooking;
  readonly formats: Formats;
  readonly isOverdue: boolean;
  readonly pay: () => void;
  readonly sendLink: () => void;
}

/** A balance. Its row opens the booking. */
export function DueRow({ booking, formats, isOverdue, pay, sendLink }: DueRowProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { id, reference, balance_due_at: due, start_at, end_at, currency, rental, client, payment_url } = booking;
  const money = (amount: string | null | undefined) => (amount && currency ? formats.money(amount, currency) : "");
  const guest = client?.fullname;
  return (
    <tr>
      <td data-name={t("bookings.columns.guest")}>
        <BookingLink id={id} className={styles.whole ?? ""}>
          {guest || reference}
          {guest && <small>{reference}</small>}
        </BookingLink>
      </td>
      <td data-name={t("money.stay")}>
        {String(rental?.name ?? "")}
        <small>{`${formats.date(dayOf(start_at))} – ${formats.date(dayOf(end_at))}`}</small>
      </td>
      <td data-name={t("money.due")} className={isOverdue ? styles.bad : undefined}>
        {due ? formats.date(dayOf(due)) : t("money.noDay")}
      </td>
      <td className={styles.figure} data-name={t("booking.paid")}>
        {money(booking.paid_amount)}
      </td>
      <td className={styles.figure} data-name={t("bookings.columns.open")}>
        <strong>{money(booking.payment_left_to_collect)}</strong>
      </td>
      <td className={styles.steps}>
        {may("payments_write") && (
          <Group gap="xs" justify="flex-end">
            {payment_url && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<Link2 size={16} aria-hidden />}
                aria-label={t("money.linkFor", { reference })}
                onClick={sendLink}
              >
                {t("money.link")}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant={isOverdue ? "filled" : "default"}
              aria-label={t("money.payFor", { reference })}
              onClick={pay}
            >
              {t("booking.recordPayment")}
            </Button>
          </Group>
        )}
      </td>
    </tr>
  );
}
