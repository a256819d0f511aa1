import { Button, Group, NativeSelect, Radio, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useI18n } from "../../../i18n/i18n.ts";
import { textOf, todayAt } from "../../days.ts";
import { focusWhenShown } from "../../focus-when-shown.ts";
import { FormProblems, fieldProblem } from "../../form-problems.tsx";
import type { Formats } from "../../formats.ts";
import { MoneyInput } from "../../money-input.tsx";
import { manualKinds, minorOf } from "../../record-payment.ts";
import type { BookingRecord } from "../booking-record.ts";
import { PayLink } from "../pay-link.tsx";
import { PriceChanged, usePriceCondition } from "../price-condition.tsx";
import type { useTakePayment } from "../take-payment.ts";
import { useAmounts } from "./amounts.ts";

interface ConfirmFormProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
  readonly taking: ReturnType<typeof useTakePayment>["taking"];
  readonly isConfirmed: boolean;
  readonly close: () => void;
}

/** Asks for the guest's payment and its method. The default is none: recording money that did not arrive is worse than one more click. */
export function ConfirmForm({ booking, formats, taking, isConfirmed, close }: ConfirmFormProps) {
  const { t } = useI18n();
  const { currency, final_price, payment_url: url, rental } = booking;
  const price = usePriceCondition(final_price, booking.id);
  const amounts = useAmounts(booking);
  const form = useForm<{ choice: string; other: number | string; how: string }>({
    initialValues: { choice: "none", other: "", how: "cash" },
  });
  const { choice, other, how } = form.values;
  const kind = manualKinds.find((one) => one === how);
  const amount = amounts.find(({ value }) => value === choice)?.amount ?? Number(other);
  const minor = currency && kind ? minorOf(amount, currency) : 0;
  const money = currency ? formats.money(amount, currency) : "";
  const submit = () => {
    const isPaid = currency && kind && minor > 0;
    const timeZone = rental?.time_zone;
    const day = textOf(todayAt(timeZone));
    const payment = isPaid ? { amount: minor, currency, kind, day, timeZone, notes: "" } : undefined;
    taking.submit({ confirms: true, payment, price: price.send });
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      {currency && (
        <Radio.Group label={t("hold.payment")} {...form.getInputProps("choice")}>
          <Stack gap="xs" mt="xs">
            {amounts.map(({ value, label, amount: offered = 0 }) => (
              <Radio
                key={value}
                {...(value === "none" ? { ref: focusWhenShown, "data-autofocus": true } : {})}
                value={value}
                label={offered > 0 ? `${label}: ${formats.money(offered, currency)}` : label}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {currency && choice !== "none" && (
        <Group grow mt="sm" align="flex-start">
          {choice === "other" && (
            <MoneyInput
              required
              currency={currency}
              {...form.getInputProps("other")}
              error={fieldProblem(taking.error, "amount_in_cents")}
            />
          )}
          <NativeSelect
            label={t("booking.how")}
            {...form.getInputProps("how")}
            data={[
              ...manualKinds.map((value) => ({ value, label: t(`booking.kinds.${value}`) })),
              ...(url ? [{ value: "link", label: t("hold.link") }] : []),
            ]}
          />
        </Group>
      )}
      {choice !== "none" && how === "link" && url && <PayLink url={url} />}
      <PriceChanged change={price.change} currency={currency} formats={formats} />
      <FormProblems
        error={taking.error}
        excluded={[...price.excluded, ...(choice === "other" ? ["amount_in_cents"] : [])]}
        title={isConfirmed ? t("hold.notRecorded", { amount: money }) : undefined}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("book.cancel")}
        </Button>
        <Button
          type="submit"
          loading={taking.isPending}
          disabled={choice === "other" && kind !== undefined && !(minor > 0)}
        >
          {minor > 0
            ? t(isConfirmed ? "hold.retryPayment" : "hold.confirmAndRecord", { amount: money })
            : t("hold.confirm")}
        </Button>
      </Group>
    </form>
  );
}
