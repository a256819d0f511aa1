import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type RentalContact = Resource<"rental_contacts">;

export const contactKinds = ["owner", "manager"] as const;

/** A contact's responsibilities, as the API names them (service.md, Rental contact). */
export const contactRoles = [
  ...(["general", "contract", "reservations", "invoices", "availability"] as const),
  ...(["site_content", "parity", "requests", "central_reservations"] as const),
] as const;

/** The roles that one contact of a rental can have. */
export const exclusiveRoles: readonly string[] = ["general", "invoices"];

/** A rental's contact in a form. */
export interface RentalContactDraft {
  /** The person's id, as text. */
  readonly contact_id: string;
  readonly kind: string;
  readonly roles: readonly string[];
}

/** @param first the values of a new one */
export const draftOfRentalContact = (one: RentalContact | undefined, first: RentalContactDraft): RentalContactDraft =>
  one ? { contact_id: String(one.links.contact), kind: one.kind, roles: one.roles } : first;

/** A rental's contacts, with their names. */
export function useRentalContacts(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rental_contacts", rental],
    queryFn: async ({ signal }) => {
      const params = { path: { rental_id: [rental] }, query: { include: ["rental_contacts"] } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      return (data.rentals[0]?.rental_contacts ?? []).filter(({ canceled_at }) => canceled_at === null);
    },
  });
}

/** Creates, changes and removes a rental's contacts. */
export function useRentalContactWriting(rental: number) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    for (const name of ["rental_contacts", "rentals"])
      await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
  const attributesOf = ({ contact_id, kind, roles }: RentalContactDraft) => ({
    contact_id: Number(contact_id),
    kind: contactKinds.find((one) => one === kind) ?? "manager",
    roles: contactRoles.filter((role) => roles.includes(role)),
  });
  const writing: RecordWriting<RentalContact, RentalContactDraft, number> = {
    async read(id) {
      const params = { path: { rental_contact_id: [id] } };
      const { data, response } = await client.GET("/rental_contacts/{rental_contact_id}", { params });
      return versioned(data.rental_contacts[0], response);
    },
    async create(draft) {
      const params = { path: { rental_id: rental } };
      const body = { rental_contacts: [attributesOf(draft)] };
      await client.POST("/rentals/{rental_id}/rental_contacts", { params, body });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      await client.PUT("/rental_contacts/{rental_contact_id}", {
        ...{ params: { path: { rental_contact_id: id } }, headers: ifMatch(etag) },
        body: { rental_contacts: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async remove({ id }: RentalContact): Promise<void> {
      await client.DELETE("/rental_contacts/{rental_contact_id}", { params: { path: { rental_contact_id: id } } });
      await invalidate();
    },
  };
}
