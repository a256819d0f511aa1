import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { draftTexts, writtenTexts } from "../../../components/locale-texts.ts";
import type { FieldsDraft } from "../../../components/records/field-dialog.tsx";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type Offer = Resource<"special_offers">;

export const draftOfOffer = (offer: Offer | undefined, locales: readonly string[]): FieldsDraft => ({
  ...draftTexts("name", offer?.name, locales),
  discount: String(offer?.discount ?? 10),
  ...{ start_date: offer?.start_date ?? "", end_date: offer?.end_date ?? "" },
});

const attributesOf = ({ discount, start_date = "", end_date = "", ...names }: FieldsDraft) => ({
  ...writtenTexts(names),
  ...{ discount: Number(discount), start_date, end_date },
});

/** A rental's offers, the next one first. */
export function useOffers(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "special_offers", rental],
    queryFn: async ({ signal }) => {
      const params = { path: { rental_id: [rental] }, query: { include: ["special_offers"] } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      return (data.rentals[0]?.special_offers ?? []).toSorted((one, other) =>
        one.start_date.localeCompare(other.start_date),
      );
    },
  });
}

/** Creates, changes and removes a rental's offers. */
export function useOfferWriting(rental: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    for (const name of ["special_offers", "nightly_rate_maps"])
      await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
  const writing: RecordWriting<Offer, FieldsDraft, number> = {
    async read(id) {
      const params = { path: { special_offer_id: [id] } };
      const { data, response } = await client.GET("/special_offers/{special_offer_id}", { params });
      return versioned(data.special_offers[0], response);
    },
    async create(draft) {
      const params = { path: { rental_id: rental } };
      const body = { special_offers: [attributesOf(draft)] };
      await client.POST("/rentals/{rental_id}/special_offers", { params, body });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      await client.PUT("/special_offers/{special_offer_id}", {
        ...{ params: { path: { special_offer_id: id } }, headers: ifMatch(etag) },
        body: { special_offers: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async remove({ id }: Offer): Promise<void> {
      await client.DELETE("/special_offers/{special_offer_id}", { params: { path: { special_offer_id: id } } });
      await invalidate();
    },
  };
}
