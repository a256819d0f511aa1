import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import { dayOf, textOf } from "../../days.ts";
import { FormProblems } from "../../form-problems.tsx";
import type { Formats } from "../../formats.ts";
import { PriceChanged, usePriceCondition } from "../price-condition.tsx";
import type { Stay } from "../stay.ts";
import { useMove } from "./move.ts";
import { MoveCompared } from "./move-compared.tsx";
import { type MoveDraft, MoveFields } from "./move-fields.tsx";
import { type Change, isChange, isMove, type MoveRental, type MoveTo } from "./move-target.ts";
import { PriceChoice, takesNewPrice } from "./price-choice.tsx";

interface MoveFormProps {
  readonly stay: Stay;
  readonly to?: MoveTo;
  readonly isExtension: boolean;
  readonly rentals: readonly MoveRental[];
  readonly formats: Formats;
  readonly close: () => void;
}

const draftOf = ({ rental, arrival, departure }: MoveTo | Stay, { adults, children }: Stay): MoveDraft => ({
  ...{ rental, start_at: textOf(arrival), end_at: textOf(departure), adults, children },
});

/** Changes a stay's dates, rental or party. Shows the outcome and both prices before anything changes (bookings.md). */
export function MoveForm({ stay, to, isExtension, rentals, formats, close }: MoveFormProps) {
  const { t } = useI18n();
  const [draft, setDraft] = useState(() => draftOf(to ?? stay, stay));
  const [chosen, setChosen] = useState<boolean>();
  const change: Change = { ...draft, stay, arrival: dayOf(draft.start_at), departure: dayOf(draft.end_at) };
  const currency = rentals.find(({ id }) => id === change.rental)?.currency;
  const { kept, repriced, moving } = useMove(change, currency, close);
  const isTrying = [kept, repriced].some(({ isFetching, isPlaceholderData }) => isFetching || isPlaceholderData);
  const previews = { kept: kept.data, repriced: repriced.data };
  const isNew = takesNewPrice(previews, change, chosen);
  const found = isChange(change) ? (isNew ? repriced.data : kept.data) : undefined;
  const isRefused = Object.keys(found?.problems ?? {}).length > 0;
  const hasPrice = stay.state !== "unavailable" && !("base" in (found?.problems ?? {}));
  const price = usePriceCondition(hasPrice ? found?.booking.final_price : null, { ...draft, isNew });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        moving.submit({ reprice: isNew, price: price.send });
      }}
    >
      <MoveFields
        {...{ draft, rentals }}
        set={(part) => setDraft((before) => ({ ...before, ...part }))}
        first={to ? undefined : isExtension ? "end_at" : "start_at"}
        hasGuests={stay.state !== "unavailable"}
      />
      <MoveCompared to={change} found={found} isTrying={isTrying} rentals={rentals} formats={formats} />
      {found && hasPrice && previews.repriced && (
        <PriceChoice {...{ ...previews, isNew, formats }} choose={setChosen} />
      )}
      <PriceChanged change={price.change} currency={found?.booking.currency} formats={formats} />
      <FormProblems error={moving.error ?? kept.error ?? repriced.error} excluded={price.excluded} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("edit.cancel")}
        </Button>
        <Button
          type="submit"
          {...(to ? { "data-autofocus": true } : {})}
          loading={moving.isPending}
          disabled={!found || isTrying || isRefused}
        >
          {isMove(change) || !isChange(change) ? t("stay.moveNow") : t("stay.save")}
        </Button>
      </Group>
    </form>
  );
}
