import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useWorking } from "../../app/session.tsx";
import { textOf } from "../../components/days.ts";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { isElsewhere, type MoveTo } from "./drag.ts";

interface How extends MoveTo {
  readonly reprice: boolean;
}

/** What a move would come to (`dry_run`), and the move itself, with the way back where there is one. */
export function useMove(how: How, currencyThere: string | undefined, done: () => void) {
  const { t } = useI18n();
  const { client, account } = useWorking();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const { stay, rental, arrival, departure, reprice } = how;
  const send = async (to: How, dry_run: boolean) => {
    const params = { path: { booking_id: stay.id } };
    const dates = { start_at: textOf(to.arrival), end_at: textOf(to.departure) };
    const given = { ...dates, rental_id: to.rental, reprice: to.reprice, dry_run };
    return (await client.POST("/bookings/{booking_id}/move", { params, body: { bookings: [given] } })).data;
  };
  const readAgain = () => queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  const trial = useQuery({
    queryKey: [account.id, "bookings", "move", stay.id, rental, arrival, departure, reprice],
    queryFn: () => send(how, true),
    enabled: isElsewhere(how) && departure > arrival,
    placeholderData: keepPreviousData,
  });
  const moving = useMutation({
    mutationFn: () => send(how, false),
    onSuccess: async () => {
      done();
      await readAgain();
      const undo = async () => {
        await send({ ...stay, stay, reprice: false }, false);
        await readAgain();
      };
      // Neither a price that was calculated anew nor another currency comes back with the dates.
      const comesBack = !reprice && currencyThere === stay.currency;
      notify({ text: t("stay.moved", { reference: stay.reference }), ...(comesBack ? { undo } : {}) });
    },
  });
  const found = trial.data && "booking_quotes" in trial.data ? trial.data.booking_quotes[0] : undefined;
  return { found, isTrying: trial.isFetching || trial.isPlaceholderData, problem: trial.error, moving };
}

export type FoundMove = NonNullable<ReturnType<typeof useMove>["found"]>;
