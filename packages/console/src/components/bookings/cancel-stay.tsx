import { useI18n } from "../../i18n/i18n.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { useNotices } from "../notices.tsx";
import { type Stay, stayName } from "./stay.ts";
import { useBookingWrites } from "./write-booking.ts";

/** Cancels a stay after a confirmation, in which keeping it has the focus. */
export function CancelStay({ stay, close }: { readonly stay: Stay; readonly close: () => void }) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { cancel } = useBookingWrites();
  return (
    <ConfirmDialog
      title={t("stay.canceling", { stay: stayName(stay) })}
      confirmLabel={t("stay.cancelNow")}
      keepLabel={t("stay.keepStay")}
      act={() => cancel(stay)}
      done={() => notify({ text: t("stay.canceled", { reference: stay.reference }) })}
      close={close}
    >
      <p role="alert">{t("stay.sure")}</p>
    </ConfirmDialog>
  );
}
