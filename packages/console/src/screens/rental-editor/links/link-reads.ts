import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";

/** Rentals that cannot be booked at the same time (bookings.md, Rental link groups). */
export interface LinkGroup {
  readonly id: number;
  /** The group's other rentals. */
  readonly others: readonly Named[];
}

export interface Named {
  readonly id: number;
  readonly name: string;
}

/** A rental's groups, and the account's other rentals. */
export function useLinks(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rental_link_groups", rental],
    queryFn: async ({
      signal,
    }): Promise<{ readonly groups: readonly LinkGroup[]; readonly rentals: readonly Named[] }> => {
      const query = { fields: ["id" as const, "name" as const] };
      const rentals: Named[] = [];
      for await (const { id, name } of client.records("/rentals", { params: { query }, signal }))
        if (id !== rental) rentals.push({ id, name: String(name) });
      const groups: LinkGroup[] = [];
      for await (const { id, links } of client.records("/rental_link_groups", { signal }))
        if (links.rentals.includes(rental))
          groups.push({ id, others: rentals.filter((other) => links.rentals.includes(other.id)) });
      return { groups, rentals: rentals.sort((one, other) => one.name.localeCompare(other.name)) };
    },
  });
}
