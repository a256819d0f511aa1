import type { Client } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";

/** An owner with their rentals. */
export interface Owner {
  /** The contact; undefined without an owner, or if the person may not see contacts. */
  readonly contact: { readonly id: number; readonly email: string } | undefined;
  /** Empty if unknown. */
  readonly name: string;
  readonly rentals: readonly OwnedRental[];
}

export interface OwnedRental {
  readonly id: number;
  readonly name: string;
}

/** The owners with their rentals, sorted by name. Rentals without an owner come last. */
export function useOwners() {
  const { client, account, sees } = useSession();
  const seesContacts = sees("contacts") && sees("rental_contacts");
  return useQuery({
    queryKey: [account.id, "rentals", "owners"],
    queryFn: async ({ signal }): Promise<readonly Owner[]> => {
      const contacts = seesContacts ? await readContacts(client, signal) : new Map<number, OwnerContact>();
      const found: { readonly rental: OwnedRental; readonly owner: OwnerContact | undefined; readonly name: string }[] =
        [];
      const params = { query: { fields: ["id" as const, "name" as const, "owner_fullname" as const] } };
      for await (const { id, name, owner_fullname } of client.records("/rentals", { params, signal })) {
        const owner = contacts.get(id);
        found.push({ rental: { id, name: String(name) }, owner, name: owner?.name ?? owner_fullname ?? "" });
      }
      const groups = Map.groupBy(found, ({ owner, name }) => owner?.id ?? name);
      return [...groups.values()]
        .map((group) => ({
          contact: group[0]?.owner,
          name: group[0]?.name ?? "",
          rentals: group.map(({ rental }) => rental).sort((one, other) => one.name.localeCompare(other.name)),
        }))
        .sort(
          (one, other) => Number(one.name === "") - Number(other.name === "") || one.name.localeCompare(other.name),
        );
    },
  });
}

interface OwnerContact {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** The rentals' owners by rental. */
async function readContacts(client: Client, signal: AbortSignal): Promise<ReadonlyMap<number, OwnerContact>> {
  const owners = new Map<number, OwnerContact>();
  const params = { query: { include: ["contact"] } };
  for await (const { kind, links, contact } of client.records("/rental_contacts", { params, signal }))
    if (kind === "owner" && contact)
      owners.set(links.rental, { id: contact.id, name: contact.fullname ?? "", email: contact.email ?? "" });
  return owners;
}
