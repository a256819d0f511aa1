import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { focusWhenShown } from "../../focus-when-shown.ts";
import { FormProblems } from "../../form-problems.tsx";
import type { Formats } from "../../formats.ts";
import { useNotices } from "../../notices.tsx";
import { amountOf, minorOf } from "../../record-payment.ts";
import { useSubmit } from "../../use-submit.ts";
import { useBookingRecord } from "../booking-record.ts";
import type { Stay } from "../stay.ts";
import { type Cancelation, useBookingWrites } from "../write-booking.ts";
import type { CancelationQuote } from "./cancelation.ts";
import { Cost } from "./cost.tsx";
import { ReasonFields, type Reasons } from "./reason-fields.tsx";
import { RefundFields, type Refunds } from "./refund-fields.tsx";

interface CancelFormProps {
  readonly stay: Stay;
  readonly quote: CancelationQuote;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Confirms a cancelation. The button that keeps the booking has the focus. Refunds are prefilled by the policy. */
export function CancelForm({ stay, quote, formats, close }: CancelFormProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { notify } = useNotices();
  const { cancel } = useBookingWrites();
  const { currency } = quote;
  const timeZone = useBookingRecord(stay.id).data?.rental?.time_zone;
  const payments = may("payments_write") ? quote.refunds : null;
  const [chosen, setChosen] = useState<Refunds>(new Map());
  const [reasons, setReasons] = useState<Reasons>({ reason: "", other: "", message: "" });
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const suggested = payments?.map(
    ({ payment_id: id, amount_in_cents }) => [id, amountOf(amount_in_cents, currency)] as const,
  );
  const amounts: Refunds = new Map([...(suggested ?? []), ...chosen]);
  const refunds = [...amounts]
    .map(([payment_id, amount]) => ({ payment_id, amount_in_cents: minorOf(amount, currency) }))
    .filter(({ amount_in_cents }) => amount_in_cents > 0);
  const total = amountOf(
    refunds.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0),
    currency,
  );
  const refunded = formats.money(total, currency);
  const canceling = useSubmit({
    mutationFn: (cancelation: Cancelation) => cancel(stay, cancelation, { idempotencyKey }),
    onSuccess: (amount) => {
      close();
      const { reference } = stay;
      const text =
        amount > 0
          ? t("cancel.refunded", { reference, amount: formats.money(amountOf(amount, currency), currency) })
          : t("stay.canceled", { reference });
      notify({ text });
    },
  });
  const { reason, other, message } = reasons;
  const why = reason === "other" ? other.trim() : reason && t(`cancel.reasons.${reason}`);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        canceling.submit({
          ...(refunds.length > 0 ? { refunds } : {}),
          ...(why === "" ? {} : { reason: why }),
          ...(message.trim() === "" ? {} : { message_to_guest: message.trim() }),
        });
      }}
    >
      <p role="alert">{t("stay.sure")}</p>
      <Cost quote={quote} refund={payments ? total : undefined} formats={formats} />
      {payments && (
        <RefundFields
          {...{ payments, currency, timeZone, formats }}
          refunds={amounts}
          set={(payment, amount) => setChosen((before) => new Map(before).set(payment, amount))}
        />
      )}
      <ReasonFields
        value={reasons}
        set={(part) => setReasons((before) => ({ ...before, ...part }))}
        booking={stay.id}
        hasGuest={stay.guest !== null}
        error={canceling.error}
      />
      <FormProblems error={canceling.error} excluded={["reason", "message_to_guest"]} />
      <Group justify="flex-end" mt="md">
        <Button ref={focusWhenShown} data-autofocus variant="default" onClick={close}>
          {t("stay.keepStay")}
        </Button>
        <Button type="submit" color="red" variant="outline" loading={canceling.isPending}>
          {total > 0 ? t("cancel.cancelAndRefund", { amount: refunded }) : t("stay.cancelNow")}
        </Button>
      </Group>
    </form>
  );
}
