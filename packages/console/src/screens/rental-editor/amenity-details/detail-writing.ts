import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { writtenTexts } from "../../../components/locale-texts.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type RentalsAmenity = Resource<"rentals_amenities">;

/** An amenity's details in each of the account's locales. */
export type DetailDraft = Readonly<Record<string, string>>;

/** A rental's amenities with their titles. */
export function useRentalsAmenities(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals_amenities", "details", rental],
    queryFn: async ({ signal }) => {
      const params = { path: { rental_id: [rental] }, query: { include: ["rentals_amenities.amenity"] } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      return data.rentals[0]?.rentals_amenities ?? [];
    },
  });
}

/** Changes the details of a rental's amenity. The list above adds and removes amenities. */
export function useDetailWriting(): RecordWriting<RentalsAmenity, DetailDraft, number> {
  const { client, account } = useSession();
  const queries = useQueryClient();
  return {
    async read(id) {
      const params = { path: { rentals_amenity_id: [id] } };
      const { data, response } = await client.GET("/rentals_amenities/{rentals_amenity_id}", { params });
      return versioned(data.rentals_amenities[0], response);
    },
    create() {
      throw new TypeError("Amenities are chosen, not created.");
    },
    async change({ id, etag }, draft) {
      await client.PUT("/rentals_amenities/{rentals_amenity_id}", {
        ...{ params: { path: { rentals_amenity_id: id } }, headers: ifMatch(etag) },
        body: { rentals_amenities: [writtenTexts(draft)] },
      });
      await queries.invalidateQueries({ queryKey: [account.id, "rentals_amenities"] });
    },
  };
}
