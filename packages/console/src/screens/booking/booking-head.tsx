import { Group } from "@mantine/core";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { HoldButtons, useHoldDialog } from "../../components/bookings/holds/hold-steps.tsx";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { MessageGuest } from "./message-guest.tsx";
import { StayActions } from "./stay-actions.tsx";

interface HeadProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** The stay, its state and its next steps. */
export function Head({ booking, formats }: HeadProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { choose, dialog } = useHoldDialog(formats);
  const { id, reference, start_at, end_at, status, tentative_expires_at, source, created_by_type, rental } = booking;
  const [arrival, departure] = [dayOf(start_at), dayOf(end_at)];
  const isHold = status === "Tentative";
  const hold = { id, reference: reference ?? "" };
  return (
    <header>
      <p>
        <strong className={`state ${status.toLowerCase()}`}>{t(`booking.states.${status}`)}</strong>
        {isHold &&
          tentative_expires_at &&
          ` · ${t("today.until", { moment: formats.moment(tentative_expires_at, rental?.time_zone) })}`}{" "}
        · {formats.date(arrival)} – {formats.date(departure)} · {t("book.nights", { nights: departure - arrival })}
        {source && ` · ${source.name}`}
        {booking.external_reference && ` · ${booking.external_reference}`}
      </p>
      {created_by_type === "Booking" && <p className="hint">{t("stay.mirrored")}</p>}
      <div className="steps">
        {isHold && may("bookings_write") && <HoldButtons hold={hold} choose={choose(hold)} />}
        <Group gap="xs">
          <StayActions booking={booking} formats={formats} />
          <MessageGuest booking={booking} />
        </Group>
      </div>
      {dialog}
    </header>
  );
}
