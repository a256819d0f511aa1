import { Modal } from "@mantine/core";
import { useState } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Formats } from "../../formats.ts";
import { type Stay, stayName } from "../stay.ts";
import { MoveForm } from "./move-form.tsx";
import type { MoveRental, MoveTo } from "./move-target.ts";

interface MoveDialogProps {
  readonly stay: Stay;
  /** The drop target of a drag; by default the stay's current position. */
  readonly to?: MoveTo;
  /** What the person wants: another place or other dates, a later departure, or anything. */
  readonly purpose: "move" | "extend" | "change";
  readonly rentals: readonly MoveRental[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** Changes a stay's dates, rental or party after a preview (console.md, Screens, Calendar). */
export function MoveDialog({ stay: shown, purpose, ...props }: MoveDialogProps) {
  const { t } = useI18n();
  // Changes are compared with what the person saw, also when somebody else changes the stay meanwhile.
  const [stay] = useState(shown);
  const title = t(`stay.titles.${purpose}`, { stay: stayName(stay) });
  const { close } = props;
  return (
    <Modal opened onClose={close} closeButtonProps={{ "aria-label": t("book.cancel") }} title={title} size="lg">
      <MoveForm {...{ stay }} isExtension={purpose === "extend"} {...props} />
    </Modal>
  );
}
