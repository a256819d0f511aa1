import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { Card } from "./card.tsx";
import { Facts } from "./facts.tsx";

/** The guest, their contact details, and their expected arrival and departure times. */
export function GuestCard({ booking }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { t } = useI18n();
  const { client: guest, adults, children } = booking;
  if (booking.unavailable || (!guest && adults === undefined)) return null;
  const counts = [
    adults && t("booking.adults", { count: adults }),
    children && t("booking.children", { count: children }),
  ].filter(Boolean);
  return (
    <Card title={t("stay.guest")}>
      {guest === null && <p className="hint">{t("booking.noGuest")}</p>}
      <Facts
        facts={[
          [t("booking.name"), guest?.fullname ?? guest?.firstname],
          [t("booking.party"), counts.join(", ")],
          [
            t("booking.email"),
            guest?.emails?.map(({ email }) => (
              <a key={email} href={`mailto:${email}`}>
                {email}
              </a>
            )),
          ],
          [
            t("booking.phone"),
            guest?.phones?.map(({ number }) => (
              <a key={number} href={`tel:${number}`}>
                {number}
              </a>
            )),
          ],
          [t("booking.language"), guest?.preferred_locale],
          [t("booking.arrivesAt"), booking.expected_checkin_time],
          [t("booking.leavesAt"), booking.expected_checkout_time],
          [t("booking.doorCode"), booking.door_key_code],
        ]}
      />
    </Card>
  );
}
