import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { useI18n } from "../../i18n/i18n.ts";

export type Contact = Resource<"contacts">;

/** The account's contacts, by name. */
export function useContacts() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "contacts", "list"],
    queryFn: async ({ signal }) => {
      const contacts: Contact[] = [];
      for await (const contact of client.records("/contacts", { signal }))
        if (contact.canceled_at === null) contacts.push(contact);
      return contacts.sort((one, other) => (one.fullname ?? "").localeCompare(other.fullname ?? ""));
    },
  });
}

/** A contact's name. An erased contact has none. */
export function useContactName(): (contact: Contact) => string {
  const { t } = useI18n();
  return ({ fullname, id }) => fullname || t("contacts.nameless", { id: String(id) });
}
