import { useState } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import { FormModal } from "../../draft/form-modal.tsx";
import type { Formats } from "../../formats.ts";
import { Pending } from "../../pending.tsx";
import { useBookingRecord } from "../booking-record.ts";
import { type Stay, stayName } from "../stay.ts";
import { MoveForm } from "./move-form.tsx";
import type { MoveRental, MoveTo } from "./move-target.ts";

interface MoveDialogProps {
  readonly stay: Stay;
  /** The drop target of a drag; by default the stay's current position. */
  readonly to?: MoveTo;
  /** The person's intent: another rental or other dates, a later departure, or any change. */
  readonly purpose: "move" | "extend" | "change";
  readonly rentals: readonly MoveRental[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** Changes a stay's dates, rental or party after a preview (console.md, Screens, Calendar). */
export function MoveDialog({ stay: shown, purpose, to, ...props }: MoveDialogProps) {
  const { t } = useI18n();
  const [stay] = useState(shown);
  // Read for its version: Roost refuses the move if the booking has changed meanwhile.
  const booking = useBookingRecord(stay.id);
  const title = t(`stay.titles.${purpose}`, { stay: stayName(stay) });
  return (
    <FormModal onClose={props.close} title={title} size="lg">
      {booking.data === undefined && <Pending reads={[booking]} />}
      {booking.data && <MoveForm shown={booking.data} to={to} isExtension={purpose === "extend"} {...props} />}
    </FormModal>
  );
}
