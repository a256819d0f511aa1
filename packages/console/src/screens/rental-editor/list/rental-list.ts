import type { Client, RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { localTime } from "../../../../../../src/core/time-zone.ts";
import { useSession } from "../../../app/session.tsx";
import { msOfDay } from "../../../components/days.ts";

const fields = [
  ...(["id", "name", "city", "country_code", "sleeps", "sleeps_max", "time_zone", "currency", "links"] as const),
  ...(["base_rate", "min_price", "nightly_rates_managed_externally"] as const),
] as const;

export type ListedRental = Pick<RecordOf<"/rentals">, (typeof fields)[number]>;

/** The account's rentals by name. */
export function useRentalList() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals", "editor", "list"],
    queryFn: async ({ signal }) => {
      const rentals: ListedRental[] = [];
      const params = { query: { fields: [...fields] } };
      for await (const rental of client.records("/rentals", { params, signal })) rentals.push(rental);
      return rentals.sort((one, other) => String(one.name).localeCompare(String(other.name)));
    },
  });
}

/** The picture addresses of rentals' first photos, by photo. */
export function useFirstPhotos(rentals: readonly ListedRental[]) {
  const { client, account } = useSession();
  const ids = rentals.flatMap(({ links }) => links.photos?.[0] ?? []);
  return useQuery({
    queryKey: [account.id, "photos", "list", ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const pictures = new Map<number, string | null>();
      for (let at = 0; at < ids.length; at += 100)
        for (const photo of await readPhotos(client, ids.slice(at, at + 100), signal))
          pictures.set(photo.id, photo.thumb_url);
      return pictures;
    },
  });
}

async function readPhotos(client: Client, photo_id: number[], signal: AbortSignal) {
  const params = { path: { photo_id }, query: { fields: ["id" as const, "thumb_url" as const] } };
  return (await client.GET("/photos/{photo_id}", { params, signal })).data.photos;
}

/** The number of days in which the list looks for arrivals. */
const arrivalDays = 60;

/** The stays that arrive within two months, by rental, the first one first. */
export function useArrivals() {
  const { client, account, sees } = useSession();
  return useQuery({
    queryKey: [account.id, "bookings", "next arrivals"],
    enabled: sees("bookings"),
    queryFn: async ({ signal }) => {
      const arrivals: { readonly rental: number; readonly at: string }[] = [];
      const query = {
        status: ["booked" as const],
        until: new Date(Date.now() + arrivalDays * msOfDay).toISOString(),
        fields: ["id" as const, "start_at" as const, "links" as const],
      };
      for await (const { start_at, links } of client.records("/bookings", { params: { query }, signal }))
        arrivals.push({ rental: links.rental, at: start_at });
      return Map.groupBy(
        arrivals.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
        ({ rental }) => rental,
      );
    },
  });
}

/** A rental's next arrival, on its clock. */
export function nextArrival(
  { id, time_zone }: ListedRental,
  arrivals: ReturnType<typeof useArrivals>["data"],
): string | undefined {
  const now = localTime(time_zone ?? "UTC", Date.now());
  return arrivals?.get(id)?.find(({ at }) => Date.parse(at) >= now)?.at;
}
