import { Button, Group, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { changedTotal, PriceChanged } from "../../components/bookings/price-condition.tsx";
import { FormModal } from "../../components/draft/form-modal.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { MoneyInput } from "../../components/money-input.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { billOf } from "./bill.ts";
import { type NewFee, useFeeChanges, useFeeQuote, useFeesOfRental } from "./fees.ts";
import { NewTotal } from "./new-total.tsx";

interface FeeFormProps {
  readonly booking: BookingRecord;
  readonly currency: string;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Adds a fee. Shows the booking's new price before anything changes (`dry_run`). */
export function FeeForm({ booking, currency, formats, close }: FeeFormProps) {
  const { t, language } = useI18n();
  const { notify } = useNotices();
  const fees = useFeesOfRental(booking.links.rental);
  const [chosen, setChosen] = useState("");
  const [name, setName] = useState("");
  const [price, setPrice] = useState<number | string>("");
  const [times, setTimes] = useState(1);
  const { add, undo } = useFeeChanges(booking);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [seen, setSeen] = useState<string | null>(null);
  const rentalsFee = chosen === "" ? null : Number(chosen);
  const isWhole = rentalsFee !== null || (name.trim() !== "" && price !== "");
  const fee: NewFee = { rentalsFee, name, price: String(price), times };
  const quote = useFeeQuote(booking.id, isWhole ? fee : undefined);
  const isByHand = billOf(booking).byHand !== 0;
  const adding = useSubmit({
    mutationFn: () => add(fee, idempotencyKey),
    onSuccess: (id) => {
      close();
      // Removing the fee would not restore a manually set price.
      notify({ text: t("booking.feeAdded"), ...(isByHand ? {} : { undo: () => undo(id) }) });
    },
  });
  const names = (fees.data ?? []).map(({ id, name: of }) => ({
    value: String(id),
    label: of[language] ?? of.en ?? Object.values(of).find(Boolean) ?? String(id),
  }));
  return (
    <FormModal onClose={close} title={t("booking.addFee")}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSeen(quote.data?.final_price ?? null);
          adding.submit();
        }}
      >
        <NativeSelect
          data-autofocus
          mb="sm"
          label={t("booking.fee")}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[{ value: "", label: t("booking.anotherFee") }, ...names]}
        />
        {rentalsFee === null && (
          <TextInput
            mb="sm"
            required
            label={t("booking.name")}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        <Group grow mb="sm" align="flex-start">
          <MoneyInput
            currency={currency}
            required={rentalsFee === null}
            placeholder={rentalsFee === null ? undefined : t("booking.feesOwnPrice")}
            value={price}
            onChange={setPrice}
          />
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            label={t("booking.times")}
            min={1}
            max={10_000}
            value={times}
            onChange={(value) => setTimes(Math.max(1, Number(value)))}
          />
        </Group>
        {isWhole && quote.data && (
          <NewTotal
            {...{ currency, formats, isByHand }}
            before={booking.final_price ?? null}
            after={quote.data.final_price}
          />
        )}
        <PriceChanged
          change={changedTotal(adding.error, seen, quote.data?.final_price)}
          currency={currency}
          formats={formats}
        />
        <FormProblems error={adding.error ?? (isWhole ? quote.error : null)} excluded={[]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button type="submit" loading={adding.isPending} disabled={!isWhole || quote.isFetching || !quote.data}>
            {t("booking.addFee")}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
