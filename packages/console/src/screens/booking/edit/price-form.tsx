import { Group, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import { PriceChanged, usePriceCondition } from "../../../components/bookings/price-condition.tsx";
import { type BookingChanges, useBookingWrites } from "../../../components/bookings/write-booking.ts";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { digitsOf } from "../../../components/record-payment.ts";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { NewTotal } from "../new-total.tsx";
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
  // The total must be that of the lines which the person sees, also when somebody else changes them meanwhile.
  const [booking] = useState(shown);
  const [draft, setDraft] = useState(() => priceDraftOf(booking));
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const total = totalOf(booking, draft);
  const price = usePriceCondition(total, draft);
  const saving = useSubmit({
    mutationFn: (changes: BookingChanges) =>
      price.send((expected) => change(booking, { ...changes, ...expected }, { idempotencyKey })),
    onSuccess: () => {
      close();
      notify({ text: t("edit.saved", { reference: booking.reference ?? "" }) });
    },
  });
  const changes = changesOf(booking, draft);
  const isValid = isDiscount(draft.discount);
  const submit = () => {
    if (Object.keys(changes).length === 0) close();
    else saving.submit(changes);
  };
  const set = (part: Partial<PriceDraft>) => setDraft((before) => ({ ...before, ...part }));
  const amount = (name: "initial_price" | "final_price", label: string) => ({
    label,
    min: 0,
    decimalScale: digitsOf(currency),
    value: draft[name],
    error: fieldProblem(saving.error, name),
    onChange: (value: number | string) => set({ [name]: String(value) }),
  });
  return (
    <EditForm
      label={t("stay.price")}
      {...{ submit, cancel: close, isPending: saving.isPending, error: saving.error, isReady: isValid }}
      fields={["initial_price", "discount", "final_price", ...price.excluded]}
    >
      <NewTotal
        {...{ currency, formats }}
        before={booking.final_price ?? null}
        after={total}
        isByHand={priceDraftOf(booking).final_price !== "" && draft.final_price === ""}
      />
      <Group grow align="flex-start">
        <NumberInput {...amount("initial_price", t("booking.attributes.initial_price"))} />
        <TextInput
          label={t("booking.attributes.discount")}
          placeholder={t("edit.discountHint")}
          value={draft.discount}
          error={isValid ? fieldProblem(saving.error, "discount") : t("edit.notAnAmount")}
          onChange={({ currentTarget }) => set({ discount: currentTarget.value })}
        />
      </Group>
      <NumberInput {...amount("final_price", t("edit.ownTotal"))} description={t("edit.ownTotalHint")} />
      <PriceChanged change={price.change} currency={currency} formats={formats} />
    </EditForm>
  );
}
