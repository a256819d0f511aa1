import { useSession } from "../../app/session.tsx";
import { anyVersion } from "../conflict/version.ts";
import { formerSlice, keepsNights, type Marking, type NightsChange, sliceOf } from "./marking.ts";
import { closingOverrides, draftOfOverride, type OverrideDraft, overridesFor } from "./overrides.ts";
import type { PricedNights } from "./priced-nights.ts";
import { type RateOverride, useMapWriting } from "./rate-map.ts";

type Undo = () => Promise<unknown>;

/**
 * Writes the nights of several rentals: a slice of the map where nights are priced one by one, overrides on top of seasons elsewhere.
 * Closed days are overrides in both.
 * All or nothing: a refusal reverts the earlier writes.
 */
export function useNightPrices() {
  const { client } = useSession();
  const { putSlice, invalidate } = useMapWriting();
  const createOverride = async (rental: number, { days, ...others }: OverrideDraft): Promise<Undo> => {
    const { data } = await client.POST("/rentals/{rental_id}/rate_overrides", {
      params: { path: { rental_id: rental } },
      body: { rate_overrides: [{ ...others, ...(days && { days }) }] },
    });
    return () => Promise.all(data.rate_overrides.map(({ id }) => deleteOverride(id)));
  };
  const deleteOverride = (id: number) =>
    client.DELETE("/rate_overrides/{rate_override_id}", { params: { path: { rate_override_id: id } } });

  async function* changesOf(nights: PricedNights, marking: Marking, change: NightsChange, digits: number) {
    const { rental, map } = nights;
    const drafts = rental.isWritten
      ? closingOverrides(map, marking, change)
      : overridesFor(map, marking, change, digits);
    for (const draft of drafts) yield await createOverride(rental.id, draft);
    if (!rental.isWritten || keepsNights(change)) return;
    const slice = sliceOf(map, marking, change, digits);
    if (!slice) return;
    await putSlice(rental.id, slice, map.etag);
    const former = formerSlice(map, slice);
    // Only these nights are restored: concurrent changes of others stay.
    yield () => putSlice(rental.id, former, anyVersion);
  }

  /** @returns how to undo it, in one step for all rentals */
  const save = async (
    rentals: readonly PricedNights[],
    marking: Marking,
    change: NightsChange,
    digitsOf: (currency: string) => number,
  ): Promise<() => Promise<void>> => {
    const undos: Undo[] = [];
    const undo = async () => {
      for (const one of undos.splice(0).reverse()) await one();
      await invalidate();
    };
    try {
      for (const nights of rentals)
        for await (const one of changesOf(nights, marking, change, digitsOf(nights.rental.currency))) undos.push(one);
    } catch (problem) {
      await undo();
      throw problem;
    }
    await invalidate();
    return undo;
  };

  /** Removes overrides, so that the nights below show again. @returns how to undo it */
  const remove = async (rental: number, overrides: readonly RateOverride[]): Promise<() => Promise<void>> => {
    for (const { id } of overrides) await deleteOverride(id);
    await invalidate();
    return async () => {
      for (const one of overrides.toReversed()) await createOverride(rental, draftOfOverride(one));
      await invalidate();
    };
  };
  return { save, remove };
}
