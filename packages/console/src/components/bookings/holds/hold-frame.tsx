import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import { FormModal } from "../../draft/form-modal.tsx";
import type { Formats } from "../../formats.ts";
import { Pending } from "../../pending.tsx";
import { type BookingRecord, useBookingRecord } from "../booking-record.ts";
import type { Hold } from "./hold.ts";

interface HoldFrameProps {
  readonly title: string;
  readonly hold: Hold;
  readonly formats: Formats;
  /** Whether the dialog itself has begun to confirm the hold. */
  readonly isConfirming?: boolean;
  readonly close: () => void;
  readonly children: (booking: BookingRecord) => ReactNode;
}

/** A dialog about a hold's current state. The hold may have expired or been confirmed since it was drawn. */
export function HoldFrame({ title, hold, formats, isConfirming = false, close, children }: HoldFrameProps) {
  const { t } = useI18n();
  const read = useBookingRecord(hold.id);
  const booking = read.data;
  const isOver = booking && booking.status !== "Tentative" && !(isConfirming && booking.status === "Booked");
  return (
    <FormModal onClose={close} title={title}>
      {booking === undefined && <Pending reads={[read]} />}
      {booking === null && <p>{t("booking.unknown")}</p>}
      {isOver && <Over {...{ booking, formats, close }} />}
      {booking && !isOver && children(booking)}
    </FormModal>
  );
}

interface OverProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
  readonly close: () => void;
}

function Over({ booking, formats, close }: OverProps) {
  const { t } = useI18n();
  const { status, tentative_expires_at: expires, canceled_at: canceled, rental } = booking;
  const isExpired = expires && canceled && Date.parse(expires) === Date.parse(canceled);
  return (
    <>
      <p role="alert">
        {status === "Canceled"
          ? isExpired
            ? t("hold.expired", { moment: formats.moment(expires, rental?.time_zone) })
            : t("hold.canceled")
          : t("hold.alreadyBooked")}
      </p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("book.cancel")}
        </Button>
      </Group>
    </>
  );
}
