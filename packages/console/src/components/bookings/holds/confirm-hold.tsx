import { useI18n } from "../../../i18n/i18n.ts";
import type { Formats } from "../../formats.ts";
import { useNotices } from "../../notices.tsx";
import { amountOf } from "../../record-payment.ts";
import { useTakePayment } from "../take-payment.ts";
import { ConfirmForm } from "./confirm-form.tsx";
import type { Hold } from "./hold.ts";
import { HoldFrame } from "./hold-frame.tsx";
import { HoldSummary } from "./hold-summary.tsx";

interface ConfirmHoldProps {
  readonly hold: Hold;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Turns a hold into a booking, and records the money that came with it. */
export function ConfirmHold({ hold, formats, close }: ConfirmHoldProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { reference } = hold;
  const { taking, isConfirmed } = useTakePayment(hold, (_, { payment }) => {
    close();
    notify({
      text: payment
        ? t("hold.confirmedAndPaid", {
            reference,
            amount: formats.money(amountOf(payment.amount, payment.currency), payment.currency),
          })
        : t("hold.confirmed", { reference }),
    });
  });
  return (
    <HoldFrame
      {...{ hold, formats, close }}
      title={t("hold.titles.confirm", { reference })}
      isConfirming={!taking.isIdle}
    >
      {(booking) => (
        <>
          <HoldSummary booking={booking} formats={formats} />
          <ConfirmForm {...{ booking, formats, taking, isConfirmed, close }} />
        </>
      )}
    </HoldFrame>
  );
}
