import { Button, Group, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { ChangeInput } from "../../../components/prices/change-input.tsx";
import { keepClosings } from "../../../components/prices/closings.ts";
import { formerSlice, type Marking, markedNights, sliceOf } from "../../../components/prices/marking.ts";
import { MarkingFields } from "../../../components/prices/marking-fields.tsx";
import type { PricedRental } from "../../../components/prices/rate-map.ts";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type MidTermRates, useMidTermWriting } from "./mid-term.ts";

interface PriceFormProps {
  readonly rental: PricedRental;
  readonly rates: MidTermRates;
  readonly marking: Marking;
  readonly mark: (marking: Marking) => void;
  readonly formats: Formats;
}

const hows = ["set", "percent", "amount"] as const;

/** Changes the mid-term prices of the marked nights. Undoing it restores only these nights. */
export function PriceForm({ rental, rates, marking, mark, formats }: PriceFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { put, version } = useMidTermWriting(rental.id);
  const [how, setHow] = useState<(typeof hows)[number]>("set");
  const [by, setBy] = useState<number | string>("");
  const nights = markedNights(marking, rates.map).length;
  const change = { price: { how, by: Number(by) }, minimumStay: undefined, closings: keepClosings };
  const saving = useSubmit({
    mutationFn: async () => {
      const slice = sliceOf(rates.map, marking, change, formats.digits(rental.currency));
      if (!slice) return undefined;
      await put(rates, slice, rates.map.etag);
      return formerSlice(rates.map, slice);
    },
    onSuccess: (former) => {
      setBy("");
      if (former)
        notify({
          text: t("rates.saved", { nights }),
          undo: async () => put(rates, former, await version(rates)),
        });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.submit();
      }}
    >
      <MarkingFields {...{ marking, mark, formats }} error={saving.error} />
      <Group align="flex-end" gap="sm" mt="sm">
        <NativeSelect
          label={t("rates.change")}
          value={how}
          onChange={({ currentTarget: { value } }) => setHow(hows.find((one) => one === value) ?? "set")}
          data={hows.map((value) => ({ value, label: t(`rates.hows.${value}`) }))}
        />
        <ChangeInput
          how={how}
          currencies={[rental.currency]}
          value={by}
          onChange={setBy}
          error={fieldProblem(saving.error, "map")}
        />
        <Button type="submit" loading={saving.isPending} disabled={by === "" || nights === 0}>
          {t("rates.save", { nights })}
        </Button>
      </Group>
      {nights === 0 && <p className="hint">{t("rates.noneMarked")}</p>}
      <FormProblems error={saving.error} excluded={["start_date", "map"]} />
    </form>
  );
}
