import { Link } from "@tanstack/react-router";
import { isOpenTo } from "../../app/navigation.ts";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { EditableCard } from "./edit/editable-card.tsx";
import { GuestForm } from "./edit/guest-form.tsx";
import { Facts } from "./facts.tsx";

/** The guest and their contact details. */
export function GuestCard({ booking }: { readonly booking: BookingRecord }) {
  const { t, language } = useI18n();
  const { account, may } = useSession();
  const { client: guest } = booking;
  if (booking.unavailable || guest === undefined) return null;
  const canEdit = may("bookings_write") && may("clients_write") && booking.created_by_type !== "Booking";
  const name = guest && (guest.fullname ?? t("guests.nameless"));
  const locale = guest?.preferred_locale;
  const page = guest && isOpenTo(account, "/guests") && (
    <Link to="/guests" search={{ guest: guest.id }}>
      {name}
    </Link>
  );
  return (
    <EditableCard
      title={t("stay.guest")}
      canEdit={canEdit}
      form={(close) => <GuestForm booking={booking} close={close} />}
    >
      {!guest && <p className="hint">{t("booking.noGuest")}</p>}
      <Facts
        facts={[
          [t("booking.name"), page || name],
          [
            t("booking.email"),
            linked(
              guest?.emails?.map(({ email }) => email),
              "mailto",
            ),
          ],
          [
            t("booking.phone"),
            linked(
              guest?.phones?.map(({ number }) => number),
              "tel",
            ),
          ],
          [
            t("booking.language"),
            locale && (new Intl.DisplayNames([language], { type: "language" }).of(locale) ?? locale),
          ],
        ]}
      />
    </EditableCard>
  );
}

/** Links to contacts; undefined without any. */
const linked = (contacts: readonly (string | null)[] | undefined, scheme: "mailto" | "tel") =>
  contacts && contacts.length > 0
    ? contacts.map((contact) => (
        <a key={contact} href={`${scheme}:${contact}`}>
          {contact}
        </a>
      ))
    : undefined;
