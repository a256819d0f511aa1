import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { anyVersion, ifMatch, type Seen, versionOf } from "../../../components/conflict/version.ts";
import { type Photo, photosKey } from "./photo-reads.ts";

/** A photo's editable fields. Descriptions are by locale; null for none. */
export interface PhotoWords {
  readonly description: Readonly<Record<string, string | null>>;
  readonly kind: Photo["kind"];
}

/** Adds, moves, describes and removes a rental's photos. */
export function usePhotoWriting(rental: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const queryKey = photosKey(account.id, rental);
  /** The rental, too: it may lack nothing but a photo. */
  const invalidate = async () => {
    await Promise.all([queryKey, [account.id, "rentals"]].map((key) => queries.invalidateQueries({ queryKey: key })));
  };
  const add = async (file: File): Promise<void> => {
    const body = new FormData();
    body.set("photo", file);
    await client.POST("/rentals/{rental_id}/photos", { params: { path: { rental_id: rental } }, body });
    await invalidate();
  };
  const read = async (id: number): Promise<Seen<Photo>> => {
    const { data, response } = await client.GET("/photos/{photo_id}", { params: { path: { photo_id: [id] } } });
    const [photo] = data.photos;
    if (!photo) throw new TypeError("The photo is gone.");
    return { ...photo, etag: versionOf(response) };
  };
  const change = async (photo: Seen<Photo>, { description, kind }: PhotoWords): Promise<void> => {
    const texts = Object.entries(description).map(([locale, text]) => [`description_${locale}`, text]);
    const body = { photos: [{ ...Object.fromEntries(texts), kind }] };
    const params = { path: { photo_id: photo.id } };
    await client.PUT("/photos/{photo_id}", { params, headers: ifMatch(photo.etag), body });
    await invalidate();
  };
  const remove = async ({ id }: Photo): Promise<void> => {
    await client.DELETE("/photos/{photo_id}", { params: { path: { photo_id: id } } });
    await invalidate();
  };
  /** Shows the new order immediately, and restores the old one on an error. @param position from 1 */
  const move = async ({ id }: Photo, position: number): Promise<void> => {
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueryData<readonly Photo[]>(queryKey);
    queries.setQueryData<readonly Photo[]>(queryKey, (photos) => photos && movedTo(photos, id, position));
    try {
      await client.PUT("/photos/{photo_id}", {
        params: { path: { photo_id: id } },
        // The order belongs to the rental: another photo's move gives this one a new version.
        headers: ifMatch(anyVersion),
        body: { photos: [{ position }] },
      });
    } catch (error) {
      queries.setQueryData(queryKey, before);
      throw error;
    } finally {
      await invalidate();
    }
  };
  return { read, add, change, remove, move };
}

/** @param position from 1 */
function movedTo(photos: readonly Photo[], id: number, position: number): readonly Photo[] {
  const moved = photos.filter((photo) => photo.id === id);
  return photos.filter((photo) => photo.id !== id).toSpliced(position - 1, 0, ...moved);
}
