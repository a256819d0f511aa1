import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { AgreementDialog } from "../../components/agreements/agreement-dialog.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useLocales } from "../rental-editor/edited-rental.ts";

/** Gives a booking its own agreement, prefilled with the one that applies. */
export function OwnAgreement({ booking }: { readonly booking: BookingRecord }) {
  const { t } = useI18n();
  const { may } = useSession();
  const locales = useLocales();
  const [isWriting, setWriting] = useState(false);
  if (!may("rentals_write") || booking.canceled_at) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setWriting(true)}>
        {t("agreements.ownOfBooking")}
      </Button>
      {isWriting && locales.data && (
        <AgreementDialog
          owner={{ type: "Booking", id: booking.id }}
          title={t("agreements.ownOfBooking")}
          texts={booking.rental_agreement?.body_translations}
          locales={locales.data}
          close={() => setWriting(false)}
        />
      )}
    </>
  );
}
