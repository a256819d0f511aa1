import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";

/** A rental with its check-in and check-out hours; null means the account's default. */
export interface CleanedRental {
  readonly name: string;
  readonly checkin: number | null;
  readonly checkout: number | null;
  /** IANA; the account's if the role cannot see it. */
  readonly timeZone: string;
}

const fields = ["id", "name", "checkin_time", "checkout_time", "time_zone"] as const;

/** The rentals whose turnovers the person can see, by id. A cleaner sees only assigned rentals. */
export function useCleanedRentals() {
  const { client, account, sees } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals", "cleaning"],
    queryFn: async ({ signal }) => {
      const rentals = new Map<number, CleanedRental>();
      const params = { query: { fields: fields.filter((field) => sees("rentals", field)) } };
      for await (const { id, name, checkin_time, checkout_time, time_zone } of client.records("/rentals", {
        params,
        signal,
      }))
        rentals.set(id, {
          name: String(name),
          checkin: checkin_time,
          checkout: checkout_time,
          timeZone: time_zone ?? account.time_zone,
        });
      return rentals;
    },
  });
}
