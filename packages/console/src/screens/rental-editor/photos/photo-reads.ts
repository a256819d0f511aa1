import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";

/** A photo in the editor. */
export type Photo = Resource<"photos">;

/** The polling interval while sizes are generated: no event reports their completion. */
const pollMs = 2_000;

/** Whether its sizes are still being generated. */
export const isBeingMade = ({ compact_url, photo_error }: Photo): boolean =>
  compact_url === null && photo_error === null;

export const photosKey = (account: number, rental: number) => [account, "photos", rental] as const;

/** The rental's photos, in order. */
export function usePhotos(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: photosKey(account.id, rental),
    queryFn: async ({ signal }): Promise<readonly Photo[]> => {
      const params = {
        path: { rental_id: [rental] },
        query: { fields: ["id" as const], include: ["photos" as const] },
      };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      const photos = data.rentals[0]?.photos ?? [];
      return photos.toSorted((one, other) => one.position - other.position);
    },
    refetchInterval: ({ state }) => (state.data?.some(isBeingMade) ? pollMs : false),
  });
}
