import { useMutation } from "@tanstack/react-query";
import { useNotices } from "../../components/notices.tsx";
import { type PricedRental, type RateMap, useMapWriting } from "../../components/prices/rate-map.ts";
import { useI18n } from "../../i18n/i18n.ts";

/** Switches a rental to nights that are priced one by one. Undoing it returns to base rate and seasons. */
export function useTakeOver(rental: PricedRental, map: RateMap) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { takeOver, setWritten } = useMapWriting();
  return useMutation({
    mutationFn: () => takeOver(rental.id, map),
    onSuccess: () => notify({ text: t("rates.takenOver"), undo: () => setWritten(rental.id, false) }),
  });
}

export type TakingOver = Pick<ReturnType<typeof useTakeOver>, "isPending" | "error" | "mutate">;
