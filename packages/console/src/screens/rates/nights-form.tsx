import { Button, Chip, Group, NativeSelect, NumberInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DayInput } from "../../components/day-input.tsx";
import { dayOf, textOf } from "../../components/days.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import {
  changedRate,
  formerSlice,
  type Marking,
  markedNights,
  type PriceChange,
  sliceOf,
  weekdayOrder,
} from "./marking.ts";
import { type PricedRental, type RateMap, type Slice, useMapWriting } from "./rate-map.ts";

interface NightsFormProps {
  readonly rental: PricedRental;
  readonly map: RateMap;
  readonly marking: Marking;
  readonly mark: (marking: Marking) => void;
  readonly formats: Formats;
}

const hows = ["set", "percent", "amount"] as const;
/** A Sunday, the base for weekday names. */
const sunday = 3;

/** Changes prices and minimum stays of the marked nights, with a preview. */
export function NightsForm({ rental, map, marking, mark, formats }: NightsFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { write } = useMapWriting();
  const [how, setHow] = useState<(typeof hows)[number]>("set");
  const [by, setBy] = useState<number | string>("");
  const [minimumStay, setMinimumStay] = useState<number | string>("");
  const nights = markedNights(marking, map);
  const price: PriceChange = by === "" ? { how: "keep", by: 0 } : { how, by: Number(by) };
  const change = { price, minimumStay: minimumStay === "" ? undefined : Number(minimumStay) };
  const digits = formats.digits(rental.currency);
  const saving = useMutation({
    mutationFn: async (slice: Slice) => {
      await write(rental.id, slice);
      return formerSlice(map, slice);
    },
    onSuccess: (former) => {
      notify({ text: t("rates.saved", { nights: nights.length }), undo: () => write(rental.id, former) });
      setBy("");
      setMinimumStay("");
    },
  });
  const slice = sliceOf(map, marking, change, digits);
  const isChange = slice?.rates !== undefined || slice?.stays !== undefined;
  return (
    <form
      className="nights-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (slice && isChange) saving.mutate(slice);
      }}
    >
      <Group align="flex-end" gap="sm">
        <DayInput
          label={t("rates.firstNight")}
          value={textOf(marking.from)}
          error={fieldProblem(saving.error, "start_date")}
          onDay={(day) => mark({ ...marking, from: dayOf(day) })}
        />
        <DayInput
          label={t("rates.lastNight")}
          value={textOf(marking.to)}
          onDay={(day) => mark({ ...marking, to: dayOf(day) })}
        />
        <fieldset className="weekdays">
          <legend>{t("rates.weekdays")}</legend>
          <Chip.Group
            multiple
            value={marking.weekdays.map(String)}
            onChange={(chosen) => mark({ ...marking, weekdays: chosen.map(Number) })}
          >
            {weekdayOrder.map((weekday) => (
              <Chip key={weekday} value={String(weekday)} size="xs" radius="md">
                {formats.weekday(sunday + weekday)}
              </Chip>
            ))}
          </Chip.Group>
        </fieldset>
      </Group>
      <Group align="flex-end" gap="sm" mt="sm">
        <NativeSelect
          label={t("rates.change")}
          value={how}
          onChange={({ currentTarget }) => setHow(hows.find((one) => one === currentTarget.value) ?? "set")}
          data={hows.map((value) => ({ value, label: t(`rates.hows.${value}`) }))}
        />
        <NumberInput
          label={how === "percent" ? t("rates.percent") : t("rates.price", { currency: rental.currency })}
          w="9rem"
          value={by}
          min={how === "set" ? 0 : -100_000}
          decimalScale={2}
          placeholder={t("rates.keep")}
          error={fieldProblem(saving.error, "rates_map")}
          onChange={setBy}
        />
        <NumberInput
          label={t("rates.shortest")}
          w="9rem"
          value={minimumStay}
          min={1}
          allowDecimal={false}
          placeholder={t("rates.keep")}
          error={fieldProblem(saving.error, "minimum_stays_map")}
          onChange={setMinimumStay}
        />
        <Button type="submit" loading={saving.isPending} disabled={!isChange}>
          {t("rates.save", { nights: nights.length })}
        </Button>
      </Group>
      <p className="hint" aria-live="polite">
        <Outcome {...{ nights, map, price, digits, formats, currency: rental.currency }} />
      </p>
      <FormProblems error={saving.error} excluded={["start_date", "rates_map", "minimum_stays_map"]} />
    </form>
  );
}

interface OutcomeProps {
  readonly nights: readonly number[];
  readonly map: RateMap;
  readonly price: PriceChange;
  readonly digits: number;
  readonly formats: Formats;
  readonly currency: string;
}

/** The prices of the marked nights before and after the change. */
function Outcome({ nights, map, price, digits, formats, currency }: OutcomeProps) {
  const { t } = useI18n();
  if (nights.length === 0) return t("rates.noneMarked");
  const before = nights.map((day) => map.rates[day - map.first] ?? "0");
  const span = (rates: readonly string[]): string => {
    const figures = rates.map(Number);
    const [low, high] = [Math.min(...figures), Math.max(...figures)];
    return low === high
      ? formats.money(low, currency)
      : `${formats.money(low, currency)} – ${formats.money(high, currency)}`;
  };
  if (price.how === "keep") return t("rates.marked", { nights: nights.length, price: span(before) });
  return t("rates.becomes", {
    nights: nights.length,
    before: span(before),
    after: span(before.map((rate) => changedRate(rate, price, digits))),
  });
}
