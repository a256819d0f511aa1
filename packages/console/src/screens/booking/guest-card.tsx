import type { Formats } from "../../parts/formats.ts";
import { useWords } from "../../words/words.tsx";
import type { BookingRecord } from "./booking-record.ts";
import { Card } from "./card.tsx";
import { Facts } from "./facts.tsx";

/** Who comes, how they are reached, and what they have said of their stay. */
export function GuestCard({ booking }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { words } = useWords();
  const { client: guest, adults, children } = booking;
  if (booking.unavailable || (!guest && adults === undefined)) return null;
  const many = [adults && words.booking.adults(adults), children && words.booking.children(children)].filter(Boolean);
  return (
    <Card title={words.stay.guest}>
      {guest === null && <p className="hint">{words.booking.noGuest}</p>}
      <Facts
        facts={[
          [words.booking.name, guest?.fullname ?? guest?.firstname],
          [words.booking.party, many.join(", ")],
          [
            words.booking.email,
            guest?.emails?.map(({ email }) => (
              <a key={email} href={`mailto:${email}`}>
                {email}
              </a>
            )),
          ],
          [
            words.booking.phone,
            guest?.phones?.map(({ number }) => (
              <a key={number} href={`tel:${number}`}>
                {number}
              </a>
            )),
          ],
          [words.booking.language, guest?.preferred_locale],
          [words.booking.arrivesAt, booking.expected_checkin_time],
          [words.booking.leavesAt, booking.expected_checkout_time],
          [words.booking.doorCode, booking.door_key_code],
        ]}
      />
    </Card>
  );
}
