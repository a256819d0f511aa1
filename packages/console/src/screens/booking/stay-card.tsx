import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { stayOf } from "../../components/bookings/stay.ts";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";
import { BookingTags } from "./booking-tags.tsx";
import { DetailsForm } from "./edit/details-form.tsx";
import { EditableCard } from "./edit/editable-card.tsx";
import { Facts } from "./facts.tsx";
import { isChangeable, MoveStep } from "./stay-actions.tsx";

interface StayCardProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** The stay's dates, party and channel, and the team's notes about it. */
export function StayCard({ booking, formats }: StayCardProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const [isMoving, setMoving] = useState(false);
  const canEdit = may("bookings_write") && booking.created_by_type !== "Booking";
  const { start_at, end_at, adults, children, source, notes } = booking;
  const moment = (time: string) => `${formats.date(dayOf(time))}, ${time.slice(11, 16)}`;
  const party = [
    adults != null && t("booking.adults", { count: adults }),
    children != null && children > 0 && t("booking.children", { count: children }),
  ].filter(Boolean);
  return (
    <EditableCard
      title={t("edit.stay")}
      canEdit={canEdit}
      form={(close) => <DetailsForm booking={booking} close={close} />}
    >
      <Facts
        facts={[
          [t("stay.arrival"), moment(start_at)],
          [t("stay.departure"), moment(end_at)],
          [t("booking.party"), party.join(", ")],
          [t("booking.arrivesAt"), booking.expected_checkin_time],
          [t("booking.leavesAt"), booking.expected_checkout_time],
          [t("booking.doorCode"), booking.door_key_code],
          [t("stay.channel"), source?.name],
          [t("edit.externalReference"), booking.external_reference],
          [t("stay.notes"), notes && <span className={classes.notes}>{notes}</span>],
        ]}
      />
      {!booking.unavailable && <BookingTags booking={booking} isReadOnly={!canEdit} />}
      {canEdit && isChangeable(booking) && (
        <Button mt="sm" variant="default" onClick={() => setMoving(true)}>
          {t("edit.dates")}
        </Button>
      )}
      {isMoving && (
        <MoveStep stay={stayOf(booking)} purpose="change" formats={formats} close={() => setMoving(false)} />
      )}
    </EditableCard>
  );
}
