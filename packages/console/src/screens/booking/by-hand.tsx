import { actorName } from "../../components/actor-name.ts";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { ownChange, useHistory } from "./history.ts";
import lines from "./lines.module.css";

interface ByHandProps {
  readonly booking: BookingRecord;
  readonly attribute: "initial_price" | "discount" | "final_price";
  readonly formats: Formats;
}

/** Marks a manually changed price with the person and time from the history. */
export function ByHand({ booking, attribute, formats }: ByHandProps) {
  const { t } = useI18n();
  const change = ownChange(useHistory(booking.id).data, attribute);
  if (!change) return null;
  const who = actorName(change.actor, t);
  return (
    <small className={lines.byHand}>
      {t("booking.changedBy", { who, moment: formats.moment(change.occurred_at, booking.rental?.time_zone) })}
    </small>
  );
}
