import { Modal, type ModalProps } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";

/** Whether it holds typed text, which would be lost on closing. */
const holdsText = (field: EventTarget): boolean =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && field.type !== "radio" && field.type !== "checkbox");

/**
 * Whether a dialog stays at another address. A screen's filters are in its address, and so is the panel in which the dialog may have opened.
 */
const staysAt = (next: { readonly pathname: string; readonly search: object }, panel: number | undefined): boolean =>
  location.pathname === `/console${next.pathname}` &&
  (panel === undefined || ("panel" in next.search && next.search.panel === panel));

/**
 * A dialog with a form. It asks before Escape, a click beside it or another screen throws typed text away. While a write runs it stays
 * open, because its outcome is shown in it.
 */
export function FormModal({ onClose, ...modal }: Omit<ModalProps, "opened">) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const [isTyped, setTyped] = useState(false);
  const { panel } = useSearch({ strict: false });
  const [opener] = useState(panel);
  useLeaveGuard(isTyped, (next) => staysAt(next, opener));
  return (
    <Modal
      opened
      closeButtonProps={{ "aria-label": t("book.cancel") }}
      {...modal}
      onInput={({ target }) => holdsText(target) && setTyped(true)}
      onClose={() => {
        if (queries.isMutating() > 0) return;
        if (!isTyped || confirm(t("draft.close"))) onClose();
      }}
    />
  );
}
