import { useState } from "react";
import { RecordDialog } from "../../components/conflict/record-dialog.tsx";
import type { Notice } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { RoomFields, roomFieldNames } from "./room-fields.tsx";
import { type Room, type RoomDraft, roomDraftOf, roomOf } from "./room-kinds.ts";
import { useRoomWriting } from "./room-writing.ts";
import { TermDialog } from "./term-dialog.tsx";

interface RoomDialogProps {
  readonly rental: number;
  readonly stored: Room;
  /** The account's locales, default first. A room needs a name in the default locale. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A form for a room and its contents. */
export function RoomDialog({ stored, ...props }: RoomDialogProps) {
  const { id } = stored;
  return id === undefined ? <NewRoom stored={stored} {...props} /> : <EditRoom id={id} stored={stored} {...props} />;
}

function NewRoom({ rental, stored, locales, close }: RoomDialogProps) {
  const { t } = useI18n();
  const { make } = useRoomWriting(rental);
  const [draft, setDraft] = useState<RoomDraft>(() => roomDraftOf(stored));
  const save = async (): Promise<Notice> => {
    await make(roomOf(stored, draft));
    return { text: t("rentalTerms.rooms.added") };
  };
  return (
    <TermDialog
      title={t(`rentalTerms.rooms.add.${stored.kind}`)}
      excluded={roomFieldNames(stored.kind, locales)}
      {...{ save, close }}
    >
      {(error) => <RoomFields kind={stored.kind} {...{ locales, draft, setDraft, error }} />}
    </TermDialog>
  );
}

function EditRoom({ id, rental, stored, locales, close }: RoomDialogProps & { readonly id: number }) {
  const { language, t } = useI18n();
  const { read, change } = useRoomWriting(rental);
  const languages = new Intl.DisplayNames(language, { type: "language" });
  const { kind } = stored;
  return (
    <RecordDialog
      title={t("rentalTerms.rooms.change")}
      record={`${kind} ${id}`}
      excluded={roomFieldNames(kind, locales)}
      read={() => read(kind, id)}
      draftOf={({ room }) => roomDraftOf(room)}
      write={({ room, etag }, draft) => change(roomOf(room, draft), id, etag)}
      saved={t("rentalTerms.rooms.changed")}
      nameOf={(field) => {
        const counted = t.namesBelow("rentalTerms.rooms.counts").find((one) => one === field);
        if (counted) return t(`rentalTerms.rooms.counts.${counted}`);
        const locale = field.replace(/^name_/, "");
        return t("rentalTerms.rooms.nameIn", { language: languages.of(locale) ?? locale });
      }}
      textOf={(draft, field) => draft[field] ?? ""}
      close={close}
    >
      {(fields) => <RoomFields kind={kind} locales={locales} {...fields} />}
    </RecordDialog>
  );
}
