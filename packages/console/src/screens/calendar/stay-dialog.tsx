import { Button, Group, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { isOpenTo } from "../../app/navigation.ts";
import { useSession } from "../../app/session.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useBooking } from "./book-stay.ts";
import { MoveForm } from "./move-form.tsx";
import type { CalendarRental } from "./rentals.ts";
import { StayFacts } from "./stay-facts.tsx";
import type { Stay } from "./stays.ts";

interface StayDialogProps {
  readonly stay: Stay;
  readonly rentals: readonly CalendarRental[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** A stay's main facts, with actions to move or cancel it. A mirror follows the booking that made it. */
export function StayDialog({ stay, rentals, formats, close }: StayDialogProps) {
  const { t } = useI18n();
  const { account, may } = useSession();
  const { notify } = useNotices();
  const { cancel } = useBooking();
  const [step, setStep] = useState<"look" | "move" | "cancel">("look");
  const canceling = useMutation({
    mutationFn: () => cancel(stay.id),
    onSuccess: () => {
      close();
      notify({ text: t("stay.canceled", { reference: stay.reference }) });
    },
  });
  const canChange = may("bookings_write") && stay.state !== "mirrored";
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
      {step === "move" && <MoveForm stay={stay} rentals={rentals} formats={formats} close={close} />}
      {step === "cancel" && <p role="alert">{t("stay.sure")}</p>}
      <FormProblems error={canceling.error} excluded={[]} />
      {step === "look" && isOpenTo(account, "/bookings/$booking") && (
        <p>
          <Link to="/bookings/$booking" params={{ booking: String(stay.id) }}>
            {t("booking.open")}
          </Link>
        </p>
      )}
      {canChange && step !== "move" && (
        <Group justify="flex-end" mt="md">
          {step === "look" && (
            <Button variant="default" onClick={() => setStep("move")}>
              {t("stay.move")}
            </Button>
          )}
          <Button
            color="red"
            variant={step === "cancel" ? "filled" : "outline"}
            loading={canceling.isPending}
            onClick={() => (step === "cancel" ? canceling.mutate() : setStep("cancel"))}
          >
            {step === "cancel" ? t("stay.cancelNow") : t("stay.cancel")}
          </Button>
        </Group>
      )}
    </Modal>
  );
}
