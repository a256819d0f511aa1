import { Alert, Button, Group, Switch, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWorking } from "../../app/session.tsx";
import { FormProblems } from "../../parts/form-problems.tsx";
import { useNotices } from "../../parts/notices.tsx";
import { useWords } from "../../words/words.tsx";
import { dayOf, textOf } from "../../parts/days.ts";
import type { Formats } from "../../parts/formats.ts";
import type { Stay } from "./stays.ts";

interface MoveFormProps {
  readonly stay: Stay;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Other dates for a stay: what that would come to is shown before anything changes (`dry_run`). */
export function MoveForm({ stay, formats, close }: MoveFormProps) {
  const { words } = useWords();
  const { client, account } = useWorking();
  const { tell } = useNotices();
  const queries = useQueryClient();
  const [start_at, setStart] = useState(textOf(stay.arrival));
  const [end_at, setEnd] = useState(textOf(stay.departure));
  const [reprice, setReprice] = useState(false);
  const isOther = dayOf(start_at) !== stay.arrival || dayOf(end_at) !== stay.departure;
  const move = async (how: {
    readonly start_at: string;
    readonly end_at: string;
    readonly reprice: boolean;
    readonly dry_run: boolean;
  }) => {
    const params = { path: { booking_id: stay.id } };
    return (await client.POST("/bookings/{booking_id}/move", { params, body: { bookings: [how] } })).data;
  };
  const trial = useQuery({
    queryKey: [account.id, "bookings", "move", stay.id, start_at, end_at, reprice],
    queryFn: () => move({ start_at, end_at, reprice, dry_run: true }),
    enabled: isOther && dayOf(end_at) > dayOf(start_at),
  });
  const before = { start_at: textOf(stay.arrival), end_at: textOf(stay.departure) };
  const readAgain = () => queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  const moving = useMutation({
    mutationFn: () => move({ start_at, end_at, reprice, dry_run: false }),
    onSuccess: async () => {
      close();
      await readAgain();
      const undo = async () => {
        await move({ ...before, reprice: false, dry_run: false });
        await readAgain();
      };
      // A price that was calculated anew does not come back with the dates.
      tell({ text: words.stay.moved(stay.reference), ...(reprice ? {} : { undo }) });
    },
  });
  const found = trial.data && "booking_quotes" in trial.data ? trial.data.booking_quotes[0] : undefined;
  const problems = Object.values(found?.problems ?? {}).flat();
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
          data-autofocus
          label={words.stay.arrival}
          value={start_at}
          onChange={({ currentTarget }) => setStart(currentTarget.value)}
        />
        <TextInput
          type="date"
          required
          label={words.stay.departure}
          value={end_at}
          min={start_at}
          onChange={({ currentTarget }) => setEnd(currentTarget.value)}
        />
      </Group>
      <Switch
        label={words.stay.reprice}
        checked={reprice}
        onChange={({ currentTarget }) => setReprice(currentTarget.checked)}
      />
      <div aria-live="polite">
        {problems.length > 0 && (
          <Alert color="orange" mt="sm" title={words.book.refused}>
            {problems.join(" ")}
          </Alert>
        )}
        {found && problems.length === 0 && (
          <p className="price-change">
            {words.stay.priceBecomes(
              stay.price ? formats.money(stay.price, found.currency) : "–",
              found.booking.final_price === null
                ? "–"
                : formats.money(found.booking.final_price, found.booking.currency),
            )}
          </p>
        )}
      </div>
      <FormProblems error={moving.error ?? trial.error} besides={[]} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {words.book.cancel}
        </Button>
        <Button type="submit" loading={moving.isPending} disabled={!found || problems.length > 0}>
          {words.stay.moveNow}
        </Button>
      </Group>
    </form>
  );
}
