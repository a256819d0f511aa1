import { Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { DayInput } from "../day-input.tsx";
import { dayOf, textOf, todayHere } from "../days.ts";
import { FormModal } from "../draft/form-modal.tsx";
import { FormProblems } from "../form-problems.tsx";
import { useNotices } from "../notices.tsx";
import { useSubmit } from "../use-submit.ts";
import type { BlockedRental } from "./use-actions.ts";

interface BlockDialogProps {
  readonly rental: BlockedRental;
  readonly close: () => void;
}

/** Blocks nights of a rental. */
export function BlockDialog({ rental, close }: BlockDialogProps) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [from, setFrom] = useState(textOf(todayHere()));
  const [until, setUntil] = useState(textOf(todayHere() + 1));
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const isValid = from < until;
  const blocking = useSubmit({
    mutationFn: async () => {
      const params = { path: { rental_id: rental.id } };
      const body = { bookings: [{ start_at: from, end_at: until, unavailable: true }] };
      await client.POST("/rentals/{rental_id}/bookings", { params, body, idempotencyKey });
      await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
    },
    onSuccess: () => {
      close();
      notify({ text: t("search.blocked", { name: rental.name }) });
    },
  });
  return (
    <FormModal
      onClose={close}
      title={t("search.block", { name: rental.name })}
      closeButtonProps={{ "aria-label": t("settings.cancel") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) blocking.submit();
        }}
      >
        <Group grow align="flex-start">
          <DayInput
            data-autofocus
            label={t("stay.arrival")}
            value={from}
            onDay={(day) => {
              setFrom(day);
              if (day >= until) setUntil(textOf(dayOf(day) + 1));
            }}
          />
          <DayInput label={t("stay.departure")} min={textOf(dayOf(from) + 1)} value={until} onDay={setUntil} />
        </Group>
        <FormProblems error={blocking.error} excluded={[]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("settings.cancel")}
          </Button>
          <Button type="submit" disabled={!isValid} loading={blocking.isPending}>
            {t("search.blockNights")}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
