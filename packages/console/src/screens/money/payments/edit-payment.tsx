import { NativeSelect, TextInput } from "@mantine/core";
import type { Resource } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { DayInput } from "../../../components/day-input.tsx";
import { dayThen, textOf } from "../../../components/days.ts";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { MoneyInput } from "../../../components/money-input.tsx";
import { amountOf, manualKinds, minorOf, paidAt } from "../../../components/record-payment.ts";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type ListedPayment, zoneOf } from "./listed-payments.ts";

type Payment = Resource<"payments">;

interface PaymentDraft {
  readonly kind: string;
  /** In the currency's major unit, as text. */
  readonly amount: string;
  /** Such as `2027-07-01`; empty while unpaid. */
  readonly day: string;
  readonly notes: string;
}

interface EditPaymentProps {
  readonly payment: ListedPayment;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Whether a payment was recorded by hand. The gateway's orders and refunds keep their amount, kind and day. */
const isRecorded = ({ order_id, refunded_payment_id, kind }: Payment): boolean =>
  order_id === null && refunded_payment_id === null && manualKinds.some((one) => one === kind);

/** Corrects a recorded payment, or the notes of another one. */
export function EditPayment({ payment, formats, close }: EditPaymentProps) {
  const { t } = useI18n();
  const { currency } = payment;
  const timeZone = zoneOf(payment);
  const amount = formats.money(amountOf(payment.amount_in_cents, currency), currency);
  const names: Readonly<Record<keyof PaymentDraft, string>> = {
    ...{ kind: t("booking.how"), amount: t("booking.amount", { currency }) },
    ...{ day: t("booking.paidOn"), notes: t("stay.notes") },
  };
  return (
    <RecordDialog<Payment, PaymentDraft, number>
      id={payment.id}
      kind="payments"
      title={t("money.editOf", { amount })}
      writing={usePaymentWriting(timeZone)}
      draftOf={draftIn(timeZone)}
      excluded={["kind", "amount_in_cents", "paid_at", "notes"]}
      nameOf={(name) => names[name]}
      saved={t("money.edited")}
      close={close}
    >
      {({ draft, setDraft, error }) => {
        const set = (part: Partial<PaymentDraft>) => setDraft((before) => ({ ...before, ...part }));
        return (
          <>
            {isRecorded(payment) ? (
              <>
                <NativeSelect
                  label={names.kind}
                  value={draft.kind}
                  error={fieldProblem(error, "kind")}
                  onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
                  data={manualKinds.map((value) => ({ value, label: t(`booking.kinds.${value}`) }))}
                />
                <MoneyInput
                  required
                  currency={currency}
                  value={draft.amount}
                  error={fieldProblem(error, "amount_in_cents")}
                  onChange={(value) => set({ amount: String(value) })}
                />
                <DayInput
                  required
                  label={names.day}
                  value={draft.day}
                  error={fieldProblem(error, "paid_at")}
                  onDay={(day) => set({ day })}
                />
              </>
            ) : (
              <p className="hint">{t("money.onlyNotes")}</p>
            )}
            <TextInput
              label={names.notes}
              value={draft.notes}
              error={fieldProblem(error, "notes")}
              onChange={({ currentTarget }) => set({ notes: currentTarget.value })}
            />
          </>
        );
      }}
    </RecordDialog>
  );
}

const draftIn =
  (timeZone: string | undefined) =>
  (payment: Payment | undefined): PaymentDraft => ({
    kind: payment?.kind ?? "cash",
    amount: payment ? String(amountOf(payment.amount_in_cents, payment.currency)) : "",
    day: payment?.paid_at ? textOf(dayThen(payment.paid_at, timeZone)) : "",
    notes: payment?.notes ?? "",
  });

function usePaymentWriting(timeZone: string | undefined): RecordWriting<Payment, PaymentDraft, number> {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return {
    async read(id) {
      const { data, response } = await client.GET("/payments/{payment_id}", { params: { path: { payment_id: [id] } } });
      return versioned(data.payments[0], response);
    },
    create() {
      throw new TypeError("Payments are recorded on their booking.");
    },
    async change(seen, draft) {
      const before = draftIn(timeZone)(seen);
      const kind = manualKinds.find((one) => one === draft.kind);
      await client.PUT("/payments/{payment_id}", {
        ...{ params: { path: { payment_id: seen.id } }, headers: ifMatch(seen.etag) },
        body: {
          payments: [
            {
              ...(draft.notes !== before.notes && { notes: draft.notes.trim() || null }),
              ...(draft.kind !== before.kind && kind && { kind }),
              ...(draft.amount !== before.amount && { amount_in_cents: minorOf(draft.amount, seen.currency) }),
              ...(draft.day !== before.day && { paid_at: paidAt(draft.day, timeZone) }),
            },
          ],
        },
      });
      for (const name of ["payments", "bookings"]) await queries.invalidateQueries({ queryKey: [account.id, name] });
    },
  };
}
