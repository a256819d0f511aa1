import { useI18n } from "../../../i18n/i18n.ts";
import { FormModal } from "../../draft/form-modal.tsx";
import type { Formats } from "../../formats.ts";
import { Pending } from "../../pending.tsx";
import { type Stay, stayName } from "../stay.ts";
import { CancelForm } from "./cancel-form.tsx";
import { useCancelationQuote } from "./cancelation.ts";

interface CancelStayProps {
  readonly stay: Stay;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Cancels a booking and settles its payments (bookings.md, Cancel and refund). */
export function CancelStay({ stay, formats, close }: CancelStayProps) {
  const { t } = useI18n();
  const quote = useCancelationQuote(stay);
  return (
    <FormModal onClose={close} title={t("stay.canceling", { stay: stayName(stay) })}>
      {quote.data ? <CancelForm {...{ stay, formats, close }} quote={quote.data} /> : <Pending reads={[quote]} />}
    </FormModal>
  );
}
