import { Modal, type ModalProps } from "@mantine/core";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";

/** Whether it holds typed text, which would be lost on closing. */
const holdsText = (field: EventTarget): boolean =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && field.type !== "radio" && field.type !== "checkbox");

/** A dialog may stand over a screen whose filters are in the address. */
const isSameScreen = ({ pathname }: { readonly pathname: string }): boolean => pathname === location.pathname;

/** A dialog with a form. It asks before Escape, a click beside it or another screen throws typed text away. */
export function FormModal({ onClose, ...modal }: Omit<ModalProps, "opened">) {
  const { t } = useI18n();
  const [isTyped, setTyped] = useState(false);
  useLeaveGuard(isTyped, isSameScreen);
  return (
    <Modal
      opened
      closeButtonProps={{ "aria-label": t("book.cancel") }}
      {...modal}
      onInput={({ target }) => holdsText(target) && setTyped(true)}
      onClose={() => {
        if (!isTyped || confirm(t("draft.close"))) onClose();
      }}
    />
  );
}
