import { useState } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import { useAttemptKeys } from "../../attempt-keys.ts";
import { useConditionalForm } from "../../conflict/use-conditional-form.ts";
import { useNotices } from "../../notices.tsx";
import { type BookingRecord, useReadBooking } from "../booking-record.ts";
import { usePriceCondition } from "../price-condition.tsx";
import { stayOf } from "../stay.ts";
import { useBookingWrites } from "../write-booking.ts";
import { changesOf, usePreview } from "./move.ts";
import { changeOf, draftOf, draftOfStay, type MoveDraft } from "./move-draft.ts";
import { isChange, isMove, type MoveRental, type MoveTo } from "./move-target.ts";
import { canReprice, type PriceName, priceOf } from "./price-choice.tsx";

interface MoveFormProps {
  readonly shown: BookingRecord;
  readonly to: MoveTo | undefined;
  readonly rentals: readonly MoveRental[];
  readonly close: () => void;
}

/**
 * A change of a stay's dates, rental or party: its previews at the agreed and at today's prices, and its write. The write holds for the
 * booking and the price that the person saw.
 */
export function useMoveForm({ shown, to, rentals, close }: MoveFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { move } = useBookingWrites();
  const keyOf = useAttemptKeys();
  const [chosen, setChosen] = useState<PriceName>();
  const [own, setOwn] = useState("");
  const read = useReadBooking(shown.id);
  const form = useConditionalForm<BookingRecord, MoveDraft>({
    ...{ shown, draftOf, read },
    start: to && draftOfStay(to.stay, to),
    write: (seen, draft) => {
      const changes = { ...changesOf(changeOf(seen, draft)), reprice: isRepriced, ...ownTotal };
      return price.send((expected) => {
        const body = { ...changes, ...expected };
        // A conflict is retried with another version, which is another request.
        return move(seen, body, { idempotencyKey: keyOf([seen.etag, body]) });
      });
    },
    // The draft has days only; the former hours come back, too.
    restore: (present, former, fields) => {
      const { startAt: start_at, endAt: end_at, rental: rental_id, adults, children } = stayOf(former);
      const values = { rental: { rental_id }, start_at: { start_at }, end_at: { end_at } };
      const all = { ...values, adults: { adults }, children: { children } };
      return move(present, Object.assign({}, ...fields.map((name) => all[name])));
    },
    done: ({ undo }) => {
      close();
      const { reference } = stay;
      // Moving back restores neither a changed price nor the former currency.
      const comesBack = name === "kept" && currency === stay.currency;
      notify({
        text: t(isMove(change) ? "stay.moved" : "stay.changed", { reference }),
        ...(comesBack ? { undo } : {}),
      });
    },
  });
  const change = changeOf(form.seen, form.draft);
  const { stay } = change;
  const currency = rentals.find(({ id }) => id === change.rental)?.currency;
  const [kept, repriced] = [usePreview(change, false), usePreview(change, true)];
  const isTrying = [kept, repriced].some(({ isFetching, isPlaceholderData }) => isFetching || isPlaceholderData);
  const previews = { kept: kept.data, repriced: repriced.data };
  const name = priceOf(previews, change, chosen);
  // An own total lies on the lines of today's rates, if there are any.
  const isRepriced = name === "new" || (name === "own" && canReprice(previews));
  const found = isChange(change) ? (isRepriced ? repriced.data : kept.data) : undefined;
  const hasPrice = stay.state !== "unavailable" && !("base" in (found?.problems ?? {}));
  const ownTotal = name === "own" ? { final_price: own } : {};
  const expected = name === "own" ? own : found?.booking.final_price;
  const price = usePriceCondition(hasPrice && expected !== "" ? expected : null, { ...form.draft, name, own });
  const isReady = Boolean(found) && !isTrying && Object.keys(found?.problems ?? {}).length === 0;
  return {
    ...{ form, change, previews, found, hasPrice, isTrying, price, name, setChosen, own, setOwn },
    isReady: isReady && (name !== "own" || own !== ""),
    error: form.error ?? kept.error ?? repriced.error,
  };
}
