import { ConditionalDialog } from "../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { RoomFields, roomFieldNames } from "./room-fields.tsx";
import { type Room, type RoomDraft, roomDraftOf, roomOf } from "./room-kinds.ts";
import { type SeenRoom, useRoomWriting } from "./room-writing.ts";

interface RoomDialogProps {
  readonly rental: number;
  /** A new room has no id. */
  readonly stored: Room;
  /** The account's locales, default first. A room needs a name in the default locale. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A form for a room and its contents. */
export function RoomDialog({ rental, stored, locales, close }: RoomDialogProps) {
  const { language, t } = useI18n();
  const { read, make, change } = useRoomWriting(rental);
  const languages = new Intl.DisplayNames(language, { type: "language" });
  const { kind, id } = stored;
  return (
    <ConditionalDialog<SeenRoom | null, RoomDraft>
      title={id === undefined ? t(`rentalTerms.rooms.add.${kind}`) : t("rentalTerms.rooms.change")}
      record={`${kind} ${id}`}
      excluded={roomFieldNames(kind, locales)}
      read={async () => (id === undefined ? null : read(kind, id))}
      begun={id === undefined ? { shown: null } : undefined}
      draftOf={(seen) => roomDraftOf(seen?.room ?? stored)}
      write={(seen, draft) => (seen ? change(seen, roomOf(seen.room, draft)) : make(roomOf(stored, draft)))}
      saved={id === undefined ? t("rentalTerms.rooms.added") : t("rentalTerms.rooms.changed")}
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
    </ConditionalDialog>
  );
}
