import { Button, Group, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { dayOf, textOf } from "../../components/days.ts";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { isElsewhere, type MoveTo } from "./drag.ts";
import { useMove } from "./move.ts";
import { MoveCompared } from "./move-compared.tsx";
import type { CalendarRental } from "./rentals.ts";
import type { Stay } from "./stays.ts";

interface MoveFormProps {
  readonly stay: Stay;
  /** The drop target; by default the stay's current position. */
  readonly to?: MoveTo;
  readonly rentals: readonly CalendarRental[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** Moves a stay to other dates or another rental. Shows the outcome before anything changes (bookings.md). */
export function MoveForm({ stay, to, rentals, formats, close }: MoveFormProps) {
  const { t } = useI18n();
  const [start_at, setStart] = useState(textOf(to?.arrival ?? stay.arrival));
  const [end_at, setEnd] = useState(textOf(to?.departure ?? stay.departure));
  const [rental, setRental] = useState(to?.rental ?? stay.rental);
  const [reprice, setReprice] = useState(false);
  const target = { stay, rental, arrival: dayOf(start_at), departure: dayOf(end_at) };
  const currency = rentals.find(({ id }) => id === rental)?.currency;
  const { found, isTrying, problem, moving } = useMove({ ...target, reprice }, currency, close);
  const isRefused = Object.keys(found?.problems ?? {}).length > 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        moving.mutate();
      }}
    >
      <Group grow my="sm">
        <TextInput
          type="date"
          required
          label={t("stay.arrival")}
          value={start_at}
          onChange={({ currentTarget }) => setStart(currentTarget.value)}
        />
        <TextInput
          type="date"
          required
          label={t("stay.departure")}
          value={end_at}
          min={start_at}
          onChange={({ currentTarget }) => setEnd(currentTarget.value)}
        />
      </Group>
      <NativeSelect
        mb="sm"
        label={t("calendar.rental")}
        value={String(rental)}
        onChange={({ currentTarget }) => setRental(Number(currentTarget.value))}
        data={rentals.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Switch
        label={t("stay.reprice")}
        checked={reprice}
        onChange={({ currentTarget }) => setReprice(currentTarget.checked)}
      />
      <MoveCompared to={target} found={found} isTrying={isTrying} rentals={rentals} formats={formats} />
      <FormProblems error={moving.error ?? problem} excluded={[]} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("book.cancel")}
        </Button>
        <Button
          type="submit"
          data-autofocus
          loading={moving.isPending}
          disabled={!found || isTrying || isRefused || !isElsewhere(target)}
        >
          {t("stay.moveNow")}
        </Button>
      </Group>
    </form>
  );
}
