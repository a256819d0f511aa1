import { Button, Group, Modal } from "@mantine/core";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { amountOf } from "../../../components/record-payment.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useCancelPayment } from "./change-payment.ts";
import type { ListedPayment } from "./listed-payments.ts";

interface CancelPaymentProps {
  readonly payment: ListedPayment;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Confirms canceling a payment. The API cannot restore it. */
export function CancelPayment({ payment, formats, close }: CancelPaymentProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const amount = formats.money(amountOf(payment.amount_in_cents, payment.currency), payment.currency);
  const cancel = useCancelPayment(payment.id, () => {
    close();
    notify({ text: t("money.canceled", { amount }) });
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t("money.cancelOf", { amount })}
      closeButtonProps={{ "aria-label": t("money.keep") }}
    >
      <p>{t("money.whatCancelDoes")}</p>
      <FormProblems error={cancel.error} excluded={[]} />
      <Group justify="flex-end" mt="md">
        <Button data-autofocus variant="default" onClick={close}>
          {t("money.keep")}
        </Button>
        <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("money.cancelNow")}
        </Button>
      </Group>
    </Modal>
  );
}
