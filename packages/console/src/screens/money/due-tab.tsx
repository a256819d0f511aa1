import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { dayOf } from "../../components/days.ts";
import { Failure } from "../../components/failure.tsx";
import type { Formats } from "../../components/formats.ts";
import { PaymentForm } from "../../components/payment-form.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type DueBooking, isOverdue, useDueBookings } from "./due-bookings.ts";
import type { TabProps } from "./money-search.ts";

/** Guests' balances, overdue first, with a button to record a payment. */
export function DueTab({ search, change }: TabProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const due = useDueBookings(search.old ?? false);
  const [paying, setPaying] = useState<DueBooking>();
  const found = due.data?.found;
  return (
    <>
      <Checkbox
        label={t("money.old")}
        checked={search.old ?? false}
        onChange={({ currentTarget }) => change(currentTarget.checked ? { old: true } : {})}
      />
      {due.error && <Failure error={due.error} reset={() => void due.refetch()} />}
      {!found && !due.error && <Waiting />}
      {found && due.data && (
        <output className="hint">
          {found.length === 0
            ? t("money.nothingDue")
            : found.length < due.data.total
              ? t("bookings.first", { shown: found.length, all: due.data.total })
              : t("money.dueCount", { count: found.length })}
        </output>
      )}
      {found && found.length > 0 && (
        <table className="list">
          <thead>
            <tr>
              {[t("money.due"), t("bookings.columns.reference"), t("bookings.columns.guest")].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col">{t("money.stay")}</th>
              <th scope="col" className="figure">
                {t("booking.paid")}
              </th>
              <th scope="col" className="figure">
                {t("bookings.columns.open")}
              </th>
              <th scope="col" aria-label={t("money.steps")} />
            </tr>
          </thead>
          <tbody>
            {found.map((booking) => (
              <DueRow key={booking.id} booking={booking} formats={formats} pay={() => setPaying(booking)} />
            ))}
          </tbody>
        </table>
      )}
      {paying?.currency && (
        <PaymentForm booking={paying} currency={paying.currency} formats={formats} close={() => setPaying(undefined)} />
      )}
    </>
  );
}

interface DueRowProps {
  readonly booking: DueBooking;
  readonly formats: Formats;
  readonly pay: () => void;
}

function DueRow({ booking, formats, pay }: DueRowProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { id, reference, balance_due_at: due, start_at, end_at, currency, rental, client } = booking;
  const money = (amount: string | null | undefined) => (amount && currency ? formats.money(amount, currency) : "");

  return (
    <tr>
      <td data-name={t("money.due")}>
        {due ? formats.date(dayOf(due)) : t("money.noDay")}
        {isOverdue(booking) && <strong className="overdue">{t("money.overdue")}</strong>}
      </td>
      <td data-name={t("bookings.columns.reference")}>
        <BookingLink id={id}>{reference}</BookingLink>
      </td>
      <td data-name={t("bookings.columns.guest")}>{client?.fullname}</td>
      <td data-name={t("money.stay")}>
        {String(rental?.name ?? "")}
        <small>{`${formats.date(dayOf(start_at))} – ${formats.date(dayOf(end_at))}`}</small>
      </td>
      <td className="figure" data-name={t("booking.paid")}>
        {money(booking.paid_amount)}
      </td>
      <td className="figure" data-name={t("bookings.columns.open")}>
        {money(booking.payment_left_to_collect)}
      </td>
      <td className="steps">
        {may("payments_write") && (
          <Button size="compact-sm" variant="default" aria-label={t("money.payFor", { reference })} onClick={pay}>
            {t("booking.recordPayment")}
          </Button>
        )}
      </td>
    </tr>
  );
}
