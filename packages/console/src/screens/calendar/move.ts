import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { textOf } from "../../components/days.ts";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { isElsewhere, type MoveTo } from "./drag.ts";

interface MoveOptions extends MoveTo {
  readonly reprice: boolean;
}

/** Previews a move (`dry_run`) and makes it, with undo where possible. */
export function useMove(options: MoveOptions, currencyThere: string | undefined, done: () => void) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const { stay, rental, arrival, departure, reprice } = options;
  const send = async (to: MoveOptions, dry_run: boolean) => {
    const params = { path: { booking_id: stay.id } };
    const dates = { start_at: textOf(to.arrival), end_at: textOf(to.departure) };
    const booking = { ...dates, rental_id: to.rental, reprice: to.reprice, dry_run };
    return (await client.POST("/bookings/{booking_id}/move", { params, body: { bookings: [booking] } })).data;
  };
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  const trial = useQuery({
    queryKey: [account.id, "bookings", "move", stay.id, rental, arrival, departure, reprice],
    queryFn: () => send(options, true),
    enabled: isElsewhere(options) && departure > arrival,
    placeholderData: keepPreviousData,
  });
  const moving = useMutation({
    mutationFn: () => send(options, false),
    onSuccess: async () => {
      done();
      await invalidate();
      const undo = async () => {
        await send({ ...stay, stay, reprice: false }, false);
        await invalidate();
      };
      // Moving back restores neither a recalculated price nor the former currency.
      const comesBack = !reprice && currencyThere === stay.currency;
      notify({ text: t("stay.moved", { reference: stay.reference }), ...(comesBack ? { undo } : {}) });
    },
  });
  const found = trial.data && "booking_quotes" in trial.data ? trial.data.booking_quotes[0] : undefined;
  return { found, isTrying: trial.isFetching || trial.isPlaceholderData, problem: trial.error, moving };
}

export type FoundMove = NonNullable<ReturnType<typeof useMove>["found"]>;
