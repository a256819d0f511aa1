import { Checkbox } from "@mantine/core";
import { field } from "../../../components/fields/field.ts";
import type { Choice } from "../../../components/fields/use-choices.ts";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import records from "../../../components/records/records.module.css";
import { useI18n } from "../../../i18n/i18n.ts";
import {
  contactKinds,
  contactRoles,
  draftOfRentalContact,
  exclusiveRoles,
  type RentalContact,
  type RentalContactDraft,
  useRentalContactWriting,
} from "./contact-writing.ts";

interface RentalContactDialogProps {
  readonly rental: number;
  /** Undefined for a new one. */
  readonly id: number | undefined;
  readonly people: readonly Choice[];
  /** The rental's other contacts. They may hold the roles that only one can have. */
  readonly others: readonly RentalContact[];
  readonly close: () => void;
}

/** The contact and their responsibilities. */
export function RentalContactDialog({ rental, id, people, others, close }: RentalContactDialogProps) {
  const { t } = useI18n();
  const { writing } = useRentalContactWriting(rental);
  const fields = [
    { ...field("contact_id", "text", true), label: t("contacts.person"), choices: people },
    {
      ...field("kind", "text", true),
      label: t("contacts.kind"),
      choices: contactKinds.map((value) => ({ value, label: t(`contacts.kinds.${value}`) })),
    },
  ];
  const taken = new Set(others.flatMap(({ roles }) => roles).filter((role) => exclusiveRoles.includes(role)));
  const first = {
    contact_id: people[0]?.value ?? "",
    kind: others.some(({ kind }) => kind === "owner") ? "manager" : "owner",
    roles: taken.has("general") ? [] : ["general"],
  };
  const { excluded, nameOf, textOf } = wordsOf(fields);
  return (
    <RecordDialog<RentalContact, RentalContactDraft, number>
      {...{ id, writing, close }}
      kind="rental_contacts"
      title={id === undefined ? t("contacts.addToRental") : t("contacts.edit")}
      excluded={[...excluded, "roles"]}
      nameOf={(name) => (name === "roles" ? t("contacts.roles") : nameOf(name))}
      textOf={(draft, name) =>
        name === "roles"
          ? contactRoles
              .filter((role) => draft.roles.includes(role))
              .map((role) => t(`contacts.roleNames.${role}`))
              .join(", ")
          : textOf(draft, name)
      }
      draftOf={(one) => draftOfRentalContact(one, first)}
      saved={t("contacts.saved")}
    >
      {(form) => (
        <>
          <FieldGrid {...{ fields, form }} />
          <Checkbox.Group
            label={t("contacts.roles")}
            value={[...form.draft.roles]}
            error={fieldProblem(form.error, "roles")}
            onChange={(roles) => form.setDraft((before) => ({ ...before, roles }))}
          >
            <div className={records.choices}>
              {contactRoles.map((role) => (
                <Checkbox key={role} value={role} disabled={taken.has(role)} label={t(`contacts.roleNames.${role}`)} />
              ))}
            </div>
          </Checkbox.Group>
        </>
      )}
    </RecordDialog>
  );
}
