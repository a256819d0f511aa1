import { Button, Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useWorking } from "../../app/session.tsx";
import { dayOf } from "../../parts/days.ts";
import { Failure } from "../../parts/failure.tsx";
import type { Formats } from "../../parts/formats.ts";
import { PaymentForm } from "../../parts/payment-form.tsx";
import { useFormats } from "../../parts/use-formats.ts";
import { Waiting } from "../../parts/waiting.tsx";
import { useWords } from "../../words/words.tsx";
import { type DueBooking, isOverdue, useDueBookings } from "./due-bookings.ts";
import type { TabProps } from "./money-search.ts";

/** What guests have still to pay, overdue first; what they pay is recorded here. */
export function DueTab({ search, change }: TabProps) {
  const { words } = useWords();
  const formats = useFormats();
  const due = useDueBookings(search.old ?? false);
  const [paying, setPaying] = useState<DueBooking>();
  const found = due.data?.found;
  return (
    <>
      <Checkbox
        label={words.money.old}
        checked={search.old ?? false}
        onChange={({ currentTarget }) => change(currentTarget.checked ? { old: true } : {})}
      />
      {due.error && <Failure error={due.error} reset={() => void due.refetch()} />}
      {!found && !due.error && <Waiting />}
      {found && due.data && (
        <output className="hint">
          {found.length === 0
            ? words.money.nothingDue
            : found.length < due.data.inAll
              ? words.bookings.first(found.length, due.data.inAll)
              : words.money.dueCount(found.length)}
        </output>
      )}
      {found && found.length > 0 && (
        <table className="list">
          <thead>
            <tr>
              {[words.money.due, words.bookings.columns.reference, words.bookings.columns.guest].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col">{words.money.stay}</th>
              <th scope="col" className="figure">
                {words.booking.paid}
              </th>
              <th scope="col" className="figure">
                {words.bookings.columns.open}
              </th>
              <th scope="col" aria-label={words.money.steps} />
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
  const { words } = useWords();
  const { may } = useWorking();
  const { id, reference, balance_due_at: due, start_at, end_at, currency, rental, client } = booking;
  const money = (amount: string | null | undefined) => (amount && currency ? formats.money(amount, currency) : "");
  const { columns } = words.bookings;
  return (
    <tr>
      <td data-name={words.money.due}>
        {due ? formats.date(dayOf(due)) : words.money.noDay}
        {isOverdue(booking) && <strong className="overdue">{words.money.overdue}</strong>}
      </td>
      <td data-name={columns.reference}>
        <Link to="/bookings/$booking" params={{ booking: String(id) }}>
          {reference}
        </Link>
      </td>
      <td data-name={columns.guest}>{client?.fullname}</td>
      <td data-name={words.money.stay}>
        {String(rental?.name ?? "")}
        <small>{`${formats.date(dayOf(start_at))} – ${formats.date(dayOf(end_at))}`}</small>
      </td>
      <td className="figure" data-name={words.booking.paid}>
        {money(booking.paid_amount)}
      </td>
      <td className="figure" data-name={columns.open}>
        {money(booking.payment_left_to_collect)}
      </td>
      <td className="steps">
        {may("payments_write") && (
          <Button size="compact-sm" variant="default" aria-label={words.money.payFor(reference)} onClick={pay}>
            {words.booking.recordPayment}
          </Button>
        )}
      </td>
    </tr>
  );
}
