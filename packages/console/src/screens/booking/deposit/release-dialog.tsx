import { Button, Group, Modal } from "@mantine/core";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { DepositDialogProps } from "./capture-dialog.tsx";
import { useReleaseDeposit } from "./change-deposit.ts";

/** Confirms the release of a deposit. */
export default function ReleaseDialog({ booking, currency, deposit, formats, close }: DepositDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const release = useReleaseDeposit(booking.id, () => {
    close();
    notify({ text: t("booking.deposit.released") });
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t("booking.deposit.title")}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      <p>{t("booking.deposit.releaseAsk", { amount: formats.money(deposit.amount, currency) })}</p>
      <FormProblems error={release.error} excluded={[]} />
      <Group justify="flex-end" mt="md">
        <Button data-autofocus variant="default" onClick={close}>
          {t("book.cancel")}
        </Button>
        <Button color="red" loading={release.isPending} onClick={() => release.mutate()}>
          {t("booking.deposit.release")}
        </Button>
      </Group>
    </Modal>
  );
}
