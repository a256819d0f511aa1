import type { Resource } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import type { Contact } from "../../../components/contacts/contacts.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export interface ContactPhone {
  readonly key: string;
  readonly label: string;
  readonly number: string;
}

/** A contact in a form. */
export interface ContactDraft {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  readonly website: string;
  readonly address1: string;
  readonly address2: string;
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly country_code: string;
  readonly private_notes: string;
  readonly spoken_languages: readonly string[];
  readonly phones: readonly ContactPhone[];
}

export const draftOfContact = (contact: Contact | undefined, country: string, language: string): ContactDraft => ({
  ...{ firstname: contact?.firstname ?? "", lastname: contact?.lastname ?? "", email: contact?.email ?? "" },
  ...{ website: contact?.website ?? "", address1: contact?.address1 ?? "", address2: contact?.address2 ?? "" },
  ...{ zip: contact?.zip ?? "", city: contact?.city ?? "", state: contact?.state ?? "" },
  ...{ country_code: contact?.country_code ?? country, private_notes: contact?.private_notes ?? "" },
  spoken_languages: contact?.spoken_languages ?? [language],
  phones: (contact?.phones ?? []).map(({ label, number }, index) => ({ key: String(index), label, number })),
});

const orNull = (text: string): string | null => text.trim() || null;

/** Creates, changes, removes and erases the account's contacts. @param locales the languages that the API knows */
export function useContactWriting(locales: readonly Contact["spoken_languages"][number][]) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    for (const name of ["contacts", "rental_contacts", "rentals"])
      await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
  const attributesOf = (draft: ContactDraft): Resource<"contacts_create"> => {
    const { phones, spoken_languages, website, address2, state, private_notes, ...required } = draft;
    return {
      ...required,
      ...{ website: orNull(website), address2: orNull(address2), state: orNull(state) },
      private_notes: orNull(private_notes),
      spoken_languages: locales.filter((locale) => spoken_languages.includes(locale)),
      phones: phones
        .filter(({ number }) => number.trim() !== "")
        .map(({ label, number }) => ({ label: label.trim() || "default", number: number.trim() })),
    };
  };
  const writing: RecordWriting<Contact, ContactDraft, number> = {
    async read(id) {
      const params = { path: { contact_id: [id] } };
      const { data, response } = await client.GET("/contacts/{contact_id}", { params });
      return versioned(data.contacts[0], response);
    },
    async create(draft) {
      await client.POST("/contacts", { body: { contacts: [attributesOf(draft)] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      await client.PUT("/contacts/{contact_id}", {
        ...{ params: { path: { contact_id: id } }, headers: ifMatch(etag) },
        body: { contacts: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
  const paramsOf = ({ id }: Contact) => ({ params: { path: { contact_id: id } } });
  return {
    writing,
    async remove(contact: Contact): Promise<void> {
      await client.DELETE("/contacts/{contact_id}", paramsOf(contact));
      await invalidate();
    },
    async restrict(contact: Contact): Promise<void> {
      await client.POST("/contacts/{contact_id}/restrict_processing", paramsOf(contact));
      await invalidate();
    },
    async lift(contact: Contact): Promise<void> {
      await client.POST("/contacts/{contact_id}/lift_restriction", paramsOf(contact));
      await invalidate();
    },
    /** @returns what remains, in sentences */
    async erase(contact: Contact): Promise<readonly string[]> {
      const { data } = await client.POST("/contacts/{contact_id}/forget", paramsOf(contact));
      await invalidate();
      return data.meta.remains;
    },
  };
}
