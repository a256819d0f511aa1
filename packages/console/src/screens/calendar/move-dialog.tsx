import { Modal } from "@mantine/core";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { MoveTo } from "./drag.ts";
import { MoveForm } from "./move-form.tsx";
import type { CalendarRental } from "./rentals.ts";

interface MoveDialogProps {
  readonly to: MoveTo;
  readonly rentals: readonly CalendarRental[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** Confirms the move of a dragged stay (console.md, Screens, Calendar). */
export function MoveDialog({ to, rentals, formats, close }: MoveDialogProps) {
  const { t } = useI18n();
  const { guest, reference } = to.stay;
  const title = t("stay.moving", { stay: guest ? `${guest} (${reference})` : reference });
  return (
    <Modal opened onClose={close} closeButtonProps={{ "aria-label": t("book.cancel") }} title={title} size="lg">
      <MoveForm stay={to.stay} to={to} rentals={rentals} formats={formats} close={close} />
    </Modal>
  );
}
