import { Group, Modal } from "@mantine/core";
import { useState } from "react";
import { isOpenTo } from "../../app/navigation.ts";
import { useSession } from "../../app/session.tsx";
import { CancelStay } from "../../components/bookings/cancel/cancel-stay.tsx";
import type { HoldStep } from "../../components/bookings/holds/hold.ts";
import { HoldButtons, HoldDialog } from "../../components/bookings/holds/hold-steps.tsx";
import { MoveDialog } from "../../components/bookings/move/move-dialog.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import type { Stay } from "../../components/bookings/stay.ts";
import { StayButtons, type StayStep } from "../../components/bookings/stay-buttons.tsx";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { CalendarRental } from "./rentals.ts";
import { StayFacts } from "./stay-facts.tsx";

interface StayDialogProps {
  readonly stay: Stay;
  readonly rentals: readonly CalendarRental[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** A stay's main facts, with its next steps. A mirror follows the booking that made it. */
export function StayDialog({ stay, rentals, formats, close }: StayDialogProps) {
  const { t } = useI18n();
  const { account, may } = useSession();
  const [step, setStep] = useState<HoldStep | StayStep>();
  const canChange = may("bookings_write") && stay.state !== "mirrored";
  if (step === "move" || step === "prolong")
    return <MoveDialog {...{ stay, rentals, formats, close }} purpose={step === "move" ? "move" : "extend"} />;
  if (step === "cancel") return <CancelStay {...{ stay, formats, close }} />;
  if (step) return <HoldDialog {...{ step, formats, close }} hold={stay} />;
  return (
    <Modal
      opened
      onClose={close}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
      title={rentals.find(({ id }) => id === stay.rental)?.name}
      size="md"
    >
      <StayFacts stay={stay} formats={formats} />
      {stay.state === "mirrored" && <p className="hint">{t("stay.mirrored")}</p>}
      {isOpenTo(account, "/bookings/$booking") && (
        <p>
          <BookingLink id={stay.id}>{t("booking.open")}</BookingLink>
        </p>
      )}
      {canChange && (
        <Group gap="xs" mt="md">
          {stay.state === "hold" && <HoldButtons hold={stay} choose={setStep} />}
          <StayButtons isHold={stay.state === "hold"} choose={setStep} />
        </Group>
      )}
    </Modal>
  );
}
