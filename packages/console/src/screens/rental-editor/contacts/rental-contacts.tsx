import { Link } from "@tanstack/react-router";
import { Contact as ContactIcon } from "lucide-react";
import { useContactName, useContacts } from "../../../components/contacts/contacts.ts";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { type RentalContact, useRentalContacts, useRentalContactWriting } from "./contact-writing.ts";
import { RentalContactDialog } from "./rental-contact-dialog.tsx";

/** A rental's owner and managers, out of the account's contacts (service.md, Rental contact). */
export function RentalContacts({ rental }: { readonly rental: number }) {
  const { t } = useI18n();
  const [contacts, ofRental] = [useContacts(), useRentalContacts(rental)];
  const contactName = useContactName();
  const { remove } = useRentalContactWriting(rental);
  const people = (contacts.data ?? []).filter(({ forget_me_at }) => forget_me_at === null);
  const contactOf = ({ links }: RentalContact) => contacts.data?.find(({ id }) => id === links.contact);
  const nameOf = (one: RentalContact) => {
    const contact = contactOf(one);
    return contact ? contactName(contact) : t("contacts.nameless", { id: String(one.links.contact) });
  };
  return (
    <>
      <RecordSection
        title={t("contacts.ofRental")}
        hint={t("contacts.aboutRental")}
        icon={ContactIcon}
        empty={people.length > 0 ? t("contacts.noneOfRental") : t("contacts.none")}
        add={t("contacts.addToRental")}
        canAdd={people.length > 0}
        reads={[contacts, ofRental]}
        list={ofRental.data}
        nameOf={nameOf}
        about={(one) => (
          <>
            <p>
              {[t(`contacts.kinds.${one.kind}`), ...one.roles.map((role) => t(`contacts.roleNames.${role}`))].join(
                " · ",
              )}
            </p>
            <p>
              {[contactOf(one)?.email, ...(contactOf(one)?.phones ?? []).map(({ number }) => number)]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </>
        )}
        dialog={(one, close) => (
          <RentalContactDialog
            {...{ rental, close }}
            id={one?.id}
            others={(ofRental.data ?? []).filter(({ id }) => id !== one?.id)}
            people={people.map((contact) => ({ value: String(contact.id), label: contactName(contact) }))}
          />
        )}
        removal={{
          title: (name) => t("contacts.takeOffTitle", { name }),
          confirmLabel: t("contacts.takeOffNow"),
          text: t("contacts.takingOff"),
          done: (name) => t("contacts.takenOff", { name }),
          act: remove,
        }}
      />
      <p>
        <Link to="/settings/$section" params={{ section: "contacts" }}>
          {t("contacts.manage")}
        </Link>
      </p>
    </>
  );
}
