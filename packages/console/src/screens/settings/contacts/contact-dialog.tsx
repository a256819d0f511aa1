import { useSession } from "../../../app/session.tsx";
import type { Contact } from "../../../components/contacts/contacts.ts";
import { field } from "../../../components/fields/field.ts";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { type ContactDraft, draftOfContact, useContactWriting } from "./contact-writing.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { PhoneLines } from "./phone-lines.tsx";
import { spokenLocales } from "./spoken-locales.ts";

interface ContactDialogProps {
  /** Undefined for a new contact. */
  readonly id: number | undefined;
  readonly close: () => void;
}

/** A contact's name, ways to reach them, address, languages and notes. */
export function ContactDialog({ id, close }: ContactDialogProps) {
  const { language, t } = useI18n();
  const { account } = useSession();
  const { writing } = useContactWriting(spokenLocales);
  const languageOf = useLocaleNames();
  const languages = spokenLocales
    .map((value) => ({ value, label: languageOf(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  const fields = [
    { ...field("firstname", "text", true), label: t("contacts.firstname") },
    { ...field("lastname", "text", true), label: t("contacts.lastname") },
    { ...field("email", "email", true), label: t("guest.email") },
    { ...field("website"), label: t("contacts.website") },
    { ...field("address1", "text", true), label: t("contacts.address1") },
    { ...field("address2"), label: t("contacts.address2") },
    { ...field("zip", "text", true), label: t("guest.zip") },
    { ...field("city", "text", true), label: t("guest.city") },
    { ...field("state"), label: t("contacts.state") },
    { ...field("country_code", "country", true), label: t("contacts.country") },
    { ...field("private_notes", "notes"), label: t("contacts.notes") },
  ];
  const { excluded, nameOf, textOf } = wordsOf(fields);
  return (
    <RecordDialog<Contact, ContactDraft, number>
      {...{ id, writing, close }}
      kind="contacts"
      title={id === undefined ? t("contacts.add") : t("contacts.edit")}
      excluded={[...excluded, "phones", "spoken_languages"]}
      nameOf={(name) => {
        if (name === "phones") return t("guest.phones");
        return name === "spoken_languages" ? t("contacts.languages") : nameOf(name);
      }}
      textOf={(draft, name) => {
        if (name === "phones") return draft.phones.map(({ number }) => number).join(", ");
        return name === "spoken_languages" ? draft.spoken_languages.map(languageOf).join(", ") : textOf(draft, name);
      }}
      draftOf={(contact) => draftOfContact(contact, account.country ?? "", language)}
      saved={t("contacts.saved")}
    >
      {(form) => (
        <>
          <FieldGrid {...{ fields, form }} />
          <LanguageChoice
            languages={languages}
            chosen={form.draft.spoken_languages}
            problem={fieldProblem(form.error, "spoken_languages")}
            choose={(spoken_languages) => form.setDraft((before) => ({ ...before, spoken_languages }))}
          />
          <PhoneLines
            phones={form.draft.phones}
            error={form.error}
            change={(phones) => form.setDraft((before) => ({ ...before, phones }))}
          />
        </>
      )}
    </RecordDialog>
  );
}
