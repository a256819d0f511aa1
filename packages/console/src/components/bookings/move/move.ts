import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { textOf } from "../../days.ts";
import { useNotices } from "../../notices.tsx";
import { useSubmit } from "../../use-submit.ts";
import type { usePriceCondition } from "../price-condition.tsx";
import { type BookingMove, useBookingWrites } from "../write-booking.ts";
import { type Change, isChange, isMove } from "./move-target.ts";

interface Moving {
  readonly reprice: boolean;
  /** The price that the preview showed. */
  readonly price: ReturnType<typeof usePriceCondition>["send"];
}

/** Previews a change at the agreed and at today's prices, and makes it, with undo where possible. */
export function useMove(change: Change, currencyThere: string | undefined, done: () => void) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { move } = useBookingWrites();
  const { stay } = change;
  const [key] = useState(() => crypto.randomUUID());
  const kept = usePreview(change, false);
  const repriced = usePreview(change, true);
  const moving = useSubmit({
    mutationFn: ({ reprice, price }: Moving) =>
      price((expected) => move(stay, { ...changesOf(change), reprice, ...expected }, { idempotencyKey: key })),
    onSuccess: (_, { reprice }) => {
      done();
      const { startAt: start_at, endAt: end_at, rental: rental_id, adults, children } = stay;
      const undo = () => move(stay, { start_at, end_at, rental_id, adults, children });
      // Moving back restores neither a recalculated price nor the former currency.
      const comesBack = !reprice && currencyThere === stay.currency;
      const { reference } = stay;
      const text = isMove(change) ? t("stay.moved", { reference }) : t("stay.changed", { reference });
      notify({ text, ...(comesBack ? { undo } : {}) });
    },
  });
  return { kept, repriced, moving };
}

/** The preview of a change; an unavailable period has no other price. */
function usePreview(change: Change, reprice: boolean) {
  const { account } = useSession();
  const { preview } = useBookingWrites();
  const { stay, rental, arrival, departure, adults, children } = change;
  const hasPrice = stay.state !== "unavailable";
  return useQuery({
    queryKey: [account.id, "bookings", "move", stay.id, { rental, arrival, departure, adults, children, reprice }],
    queryFn: () => preview(stay, { ...changesOf(change), reprice }),
    enabled: isChange(change) && departure > arrival && (hasPrice || !reprice),
    placeholderData: keepPreviousData,
  });
}

export type FoundMove = NonNullable<ReturnType<typeof usePreview>["data"]>;

/** The changed attributes only: a date alone takes the rental's hours, and a kept date keeps its own. */
function changesOf({ stay, rental, arrival, departure, adults, children }: Change): BookingMove {
  return {
    ...(rental === stay.rental ? {} : { rental_id: rental }),
    ...(arrival === stay.arrival ? {} : { start_at: textOf(arrival) }),
    ...(departure === stay.departure ? {} : { end_at: textOf(departure) }),
    ...(adults === stay.adults ? {} : { adults }),
    ...(children === stay.children ? {} : { children }),
  };
}
