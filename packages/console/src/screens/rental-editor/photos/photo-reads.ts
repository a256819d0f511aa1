import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";

/** A photo as the editor reads it. */
export type Photo = Resource<"photos">;

/** Milliseconds between two looks while pictures are being made: that one is done may come without an event. */
const pause = 2_000;

/** Its sizes are still being made. */
export const isBeingMade = ({ compact_url, photo_error }: Photo): boolean =>
  compact_url === null && photo_error === null;

export const photosKey = (account: number, rental: number) => [account, "photos", rental] as const;

/** The photos of a rental, in their order. */
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
    refetchInterval: ({ state }) => (state.data?.some(isBeingMade) ? pause : false),
  });
}
