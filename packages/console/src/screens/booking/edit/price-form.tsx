import { Group } from "@mantine/core";
import { useAttemptKeys } from "../../../components/attempt-keys.ts";
import { type BookingRecord, useReadBooking } from "../../../components/bookings/booking-record.ts";
import { PriceChanged, usePriceCondition } from "../../../components/bookings/price-condition.tsx";
import { useBookingWrites } from "../../../components/bookings/write-booking.ts";
import { ConflictView } from "../../../components/conflict/conflict-view.tsx";
import { useConditionalForm } from "../../../components/conflict/use-conditional-form.ts";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { MoneyInput } from "../../../components/money-input.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { NewTotal } from "../new-total.tsx";
import { DiscountInput } from "./discount-input.tsx";
import { EditForm } from "./edit-form.tsx";
import { changesOf, isDiscount, type PriceDraft, priceDraftOf, totalOf } from "./price-draft.ts";

interface PriceFormProps {
  readonly booking: BookingRecord;
  readonly currency: string;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Edits the rental price, the discount and the total. Shows the new total first. */
export function PriceForm({ booking: shown, currency, formats, close }: PriceFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { change } = useBookingWrites();
  const keyOf = useAttemptKeys();
  const form = useConditionalForm<BookingRecord, PriceDraft>({
    keptAs: `booking.${shown.id}.price`,
    ...{ shown, draftOf: priceDraftOf, read: useReadBooking(shown.id) },
    write: (seen, written) =>
      price.send((expected) => {
        const changes = { ...changesOf(seen, written), ...expected };
        return change(seen, changes, { idempotencyKey: keyOf(changes) });
      }),
    done: () => {
      close();
      notify({ text: t("edit.saved", { reference: shown.reference ?? "" }) });
    },
  });
  // The total must match the displayed lines, even if another person changes them meanwhile.
  const { seen: booking, draft, setDraft, error, isPending } = form;
  const total = totalOf(booking, draft);
  const price = usePriceCondition(total, draft);
  const isValid = isDiscount(draft.discount);
  const cancel = () => {
    form.discard();
    close();
  };
  const submit = () => {
    if (Object.keys(changesOf(booking, draft)).length === 0) close();
    else form.submit();
  };
  const set = (part: Partial<PriceDraft>) => setDraft((before) => ({ ...before, ...part }));
  const amount = (name: "initial_price" | "final_price", label: string) => ({
    label,
    currency,
    value: draft[name],
    error: fieldProblem(error, name),
    onChange: (value: number | string) => set({ [name]: String(value) }),
  });
  return (
    <EditForm
      label={t("stay.price")}
      {...{ submit, cancel, isPending, error, isReady: isValid }}
      fields={["initial_price", "discount", "final_price", ...price.excluded]}
    >
      <NewTotal
        {...{ currency, formats }}
        before={booking.final_price ?? null}
        after={total}
        isByHand={priceDraftOf(booking).final_price !== "" && draft.final_price === ""}
      />
      <Group grow align="flex-start">
        <MoneyInput {...amount("initial_price", t("booking.attributes.initial_price"))} />
        <DiscountInput
          value={draft.discount}
          error={isValid ? fieldProblem(error, "discount") : t("edit.notAnAmount")}
          onChange={(discount) => set({ discount })}
        />
      </Group>
      <MoneyInput {...amount("final_price", t("edit.ownTotal"))} description={t("edit.ownTotalHint")} />
      <ConflictView
        {...form}
        title={t("conflict.booking")}
        nameOf={(name) => (name === "final_price" ? t("edit.ownTotal") : t(`booking.attributes.${name}`))}
        textOf={(values, name) => values[name]}
      />
      <PriceChanged change={price.change} currency={currency} formats={formats} />
    </EditForm>
  );
}
