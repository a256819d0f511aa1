import { field } from "../../../components/fields/field.ts";
import type { Choice } from "../../../components/fields/use-choices.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { draftOfHost, type Host, type HostDraft, useHostWriting } from "./host-writing.ts";

interface HostDialogProps {
  /** Undefined for a new host. */
  readonly id: number | undefined;
  /** The people that the signed-in person may choose. */
  readonly people: readonly Choice[];
  readonly channels: readonly Choice[];
  readonly close: () => void;
}

/** A host's name, address for notifications, user and channel. */
export function HostDialog({ id, people, channels, close }: HostDialogProps) {
  const { t } = useI18n();
  const fields = [
    { ...field("firstname", "text", true), label: t("contacts.firstname") },
    { ...field("lastname", "text", true), label: t("contacts.lastname") },
    { ...field("email", "email"), label: t("guest.email"), description: t("hosts.emailHint") },
    { ...field("user_id"), label: t("hosts.user"), description: t("hosts.userHint"), choices: people },
    { ...field("source_id"), label: t("hosts.channel"), description: t("hosts.channelHint"), choices: channels },
  ];
  return (
    <RecordDialog<Host, HostDraft, number>
      {...{ id, close }}
      {...wordsOf(fields)}
      kind="hosts"
      title={id === undefined ? t("hosts.add") : t("hosts.edit")}
      writing={useHostWriting()}
      draftOf={draftOfHost}
      saved={t("hosts.saved")}
    >
      {(form) => <FieldGrid {...{ fields, form }} />}
    </RecordDialog>
  );
}
