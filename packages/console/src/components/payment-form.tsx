import { Button, Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useI18n } from "../i18n/i18n.ts";
import { PriceChanged, usePriceCondition } from "./bookings/price-condition.tsx";
import { useTakePayment } from "./bookings/take-payment.ts";
import { DayInput } from "./day-input.tsx";
import { textOf, todayAt } from "./days.ts";
import { FormModal } from "./draft/form-modal.tsx";
import { FormProblems, fieldProblem } from "./form-problems.tsx";
import type { Formats } from "./formats.ts";
import { MoneyInput } from "./money-input.tsx";
import { useNotices } from "./notices.tsx";
import { type ManualKind, manualKinds, minorOf, type PaidCurrency } from "./record-payment.ts";

interface PaidBooking {
  readonly status?: string;
  readonly id: number;
  readonly final_price?: string | null;
  readonly payment_left_to_collect?: string | null;
  /** Null unless it is a hold. */
  readonly tentative_expires_at?: string | null;
  readonly rental?: { readonly time_zone?: string } | null;
}

interface PaymentFormProps {
  readonly booking: PaidBooking;
  readonly currency: PaidCurrency;
  /** The amount to begin with, such as a deposit; by default the balance. */
  readonly suggested?: number;
  readonly formats: Formats;
  readonly close: () => void;
}

interface Taken {
  readonly amount: number | string;
  readonly kind: ManualKind;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly notes: string;
  /** Whether the hold becomes a booking, too. */
  readonly confirms: boolean;
}

/**
 * Records a payment received elsewhere: cash, a transfer, an external card. Suggests the balance due, and to confirm a hold, whose nights
 * would be lost although money was taken.
 */
export function PaymentForm({ booking, currency, suggested, formats, close }: PaymentFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const left = Math.max(0, Number(booking.payment_left_to_collect ?? 0));
  const expires = booking.tentative_expires_at;
  const timeZone = booking.rental?.time_zone;
  const today = textOf(todayAt(timeZone));
  const form = useForm<Taken>({
    initialValues: {
      amount: suggested ?? (left || ""),
      kind: "cash",
      day: today,
      notes: "",
      confirms: expires != null,
    },
  });
  const { amount, confirms } = form.values;
  const money = formats.money(Number(amount), currency);
  const { taking, isConfirmed, remove } = useTakePayment(booking, (payment) => {
    close();
    const undo = payment === undefined ? {} : { undo: () => remove(payment) };
    notify({ text: t("booking.paymentRecorded", { amount: money }), ...undo });
  });
  const price = usePriceCondition(booking.final_price, booking.id);
  const minor = minorOf(amount, currency);
  // An expired hold is refused as canceled, or as changed since it was read.
  const hasExpired =
    taking.error !== null && (fieldProblem(taking.error, "canceled_at") || booking.status === "Canceled");
  return (
    <FormModal onClose={close} title={t("booking.recordPayment")}>
      <form
        onSubmit={form.onSubmit(({ kind, day, notes }) => {
          const payment = { amount: minor, currency, kind, day, timeZone, notes: notes.trim() };
          taking.submit({ confirms, payment, price: price.send });
        })}
      >
        <Group grow mb="sm" align="flex-start">
          <MoneyInput
            data-autofocus
            required
            currency={currency}
            {...form.getInputProps("amount")}
            error={fieldProblem(taking.error, "amount_in_cents")}
          />
          <DayInput
            required
            label={t("booking.paidOn")}
            max={today}
            value={form.values.day}
            error={fieldProblem(taking.error, "paid_at")}
            onDay={(day) => form.setFieldValue("day", day)}
          />
        </Group>
        <NativeSelect
          mb="sm"
          label={t("booking.how")}
          {...form.getInputProps("kind")}
          data={manualKinds.map((value) => ({ value, label: t(`booking.kinds.${value}`) }))}
        />
        <TextInput
          label={t("stay.notes")}
          {...form.getInputProps("notes")}
          error={fieldProblem(taking.error, "notes")}
        />
        {expires && (
          <Checkbox
            mt="md"
            label={t("hold.confirmToo")}
            description={t("hold.confirmTooWhy", { moment: formats.moment(expires, timeZone) })}
            disabled={isConfirmed}
            {...form.getInputProps("confirms", { type: "checkbox" })}
          />
        )}
        <PriceChanged change={price.change} currency={currency} formats={formats} />
        {expires && hasExpired ? (
          <p role="alert" className="bad">
            {t("hold.expired", { moment: formats.moment(expires, timeZone) })}
          </p>
        ) : (
          <FormProblems
            error={taking.error}
            excluded={["amount_in_cents", "paid_at", "notes", ...price.excluded]}
            title={isConfirmed ? t("hold.notRecorded", { amount: money }) : undefined}
          />
        )}
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button type="submit" loading={taking.isPending} disabled={!(minor > 0)}>
            {confirms && !isConfirmed ? t("hold.confirmAndRecord", { amount: money }) : t("booking.record")}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
