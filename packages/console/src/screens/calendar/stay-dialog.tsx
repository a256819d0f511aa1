import { Modal } from "@mantine/core";
import type { Stay } from "../../components/bookings/stay.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { StayFacts } from "./grid/stay-facts.tsx";
import type { CalendarRental } from "./rentals.ts";

interface StayDialogProps {
  readonly stay: Stay;
  readonly rentals: readonly CalendarRental[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** A stay's main facts, for roles that have no access to the booking itself. */
export function StayDialog({ stay, rentals, formats, close }: StayDialogProps) {
  const { t } = useI18n();
  const rental = rentals.find(({ id }) => id === stay.rental);
  return (
    <Modal opened onClose={close} closeButtonProps={{ "aria-label": t("book.cancel") }} title={rental?.name} size="md">
      <StayFacts stay={stay} timeZone={rental?.timeZone} formats={formats} />
      {stay.state === "mirrored" && <p className="hint">{t("stay.mirrored")}</p>}
    </Modal>
  );
}
