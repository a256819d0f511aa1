import { Button, Group, Modal } from "@mantine/core";
import { useState } from "react";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { changedTotal, PriceChanged } from "../../components/bookings/price-condition.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { FeeLine } from "./bill.ts";
import { useFeeChanges } from "./fees.ts";
import { NewTotal } from "./new-total.tsx";

interface RemoveFeeProps {
  readonly booking: BookingRecord;
  readonly currency: string;
  readonly line: FeeLine;
  readonly name: string;
  readonly isByHand: boolean;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Confirms the removal of a fee and its taxes, and shows the booking's new price. */
export function RemoveFee({ booking, currency, line, name, isByHand, formats, close }: RemoveFeeProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { remove } = useFeeChanges(booking);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [seen, setSeen] = useState<string | null>(null);
  const after = String(line.totalWithout / 100);
  const removing = useSubmit({
    mutationFn: () => remove(line.fee.id, idempotencyKey),
    onSuccess: () => {
      close();
      notify({ text: t("booking.feeRemoved", { name }) });
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t("booking.removeFee", { name })}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      <NewTotal {...{ currency, formats, isByHand }} before={booking.final_price ?? null} after={after} />
      <PriceChanged change={changedTotal(removing.error, seen, after)} currency={currency} formats={formats} />
      <FormProblems error={removing.error} excluded={[]} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("book.cancel")}
        </Button>
        <Button
          color="red"
          loading={removing.isPending}
          onClick={() => {
            setSeen(after);
            removing.submit();
          }}
        >
          {t("booking.remove")}
        </Button>
      </Group>
    </Modal>
  );
}
