import { Button } from "@mantine/core";
import { Contact as ContactIcon } from "lucide-react";
import { useState } from "react";
import { type Contact, useContactName, useContacts } from "../../../components/contacts/contacts.ts";
import { PersonalDataDialog } from "../../../components/privacy/personal-data-dialog.tsx";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { ContactDialog } from "./contact-dialog.tsx";
import { useContactWriting } from "./contact-writing.ts";
import { spokenLocales } from "./spoken-locales.ts";

/** The people behind the rentals: owners and managers (service.md, Contact). A rental's editor adds them to it. */
export function ContactsSection() {
  const { t } = useI18n();
  const contacts = useContacts();
  const nameOf = useContactName();
  const { remove, restrict, lift, erase } = useContactWriting(spokenLocales);
  const [person, setPerson] = useState<Contact>();
  return (
    <>
      <RecordSection
        title={t("settings.titles.contacts")}
        hint={t("contacts.about")}
        icon={ContactIcon}
        empty={t("contacts.none")}
        add={t("contacts.add")}
        reads={[contacts]}
        list={contacts.data}
        nameOf={nameOf}
        canEdit={({ forget_me_at }) => forget_me_at === null}
        about={(contact) =>
          contact.forget_me_at === null ? (
            <>
              <p>{[contact.email, ...contact.phones.map(({ number }) => number)].filter(Boolean).join(" · ")}</p>
              {contact.processing_restricted_at && <p>{t("privacy.restricted")}</p>}
              <Button
                size="compact-xs"
                variant="subtle"
                px={0}
                aria-label={t("privacy.of", { name: nameOf(contact) })}
                onClick={() => setPerson(contact)}
              >
                {t("guest.privacy")}
              </Button>
            </>
          ) : (
            <p>{t("privacy.gone")}</p>
          )
        }
        dialog={(contact, close) => <ContactDialog id={contact?.id} close={close} />}
        removal={{
          title: (name) => t("contacts.removeTitle", { name }),
          confirmLabel: t("contacts.removeNow"),
          text: t("contacts.removing"),
          done: (name) => t("contacts.removed", { name }),
          act: remove,
        }}
      />
      {person && (
        <PersonalDataDialog
          name={nameOf(person)}
          isRestricted={person.processing_restricted_at !== null}
          erasing={t("contacts.erasing")}
          restrict={() => restrict(person)}
          lift={() => lift(person)}
          erase={() => erase(person)}
          close={() => setPerson(undefined)}
        />
      )}
    </>
  );
}
