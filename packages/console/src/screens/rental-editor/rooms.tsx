import { Button } from "@mantine/core";
import { useState } from "react";
import type { Notice } from "../../components/notices.tsx";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { RoomDialog } from "./room-dialog.tsx";
import { countsOf, type Room, roomKinds } from "./room-kinds.ts";
import { useRooms, useRoomWriting } from "./room-writing.ts";
import { TermRow } from "./term-row.tsx";
import { TermSection } from "./term-section.tsx";
import terms from "./terms.module.css";

interface RoomsProps {
  readonly rental: number;
  readonly locales: readonly string[];
}

/** A rental's bedrooms, bathrooms and living rooms, with their contents. */
export function Rooms({ rental, locales }: RoomsProps) {
  const { language, t } = useI18n();
  const rooms = useRooms(rental);
  const { make, remove } = useRoomWriting(rental);
  const [open, setOpen] = useState<Room>();
  const contentsOf = ({ kind, counts }: Room): string =>
    countsOf[kind]
      .filter((counted) => (counts[counted] ?? 0) > 0)
      .map((counted) => `${t(`rentalTerms.rooms.counts.${counted}`)}: ${counts[counted]}`)
      .join(" · ");
  const removeRoom = async (room: Room, id: number, name: string): Promise<Notice> => {
    await remove(room.kind, id);
    return { text: t("rentalTerms.rooms.removed", { name }), undo: () => make(room) };
  };
  return (
    <TermSection id="rooms" title={t("rentalTerms.rooms.title")} hint={t("rentalTerms.rooms.hint")} reads={[rooms]}>
      {roomKinds.map((kind) => (
        <div key={kind}>
          <h3>{t(`rentalTerms.rooms.kinds.${kind}`)}</h3>
          <ul className={terms.terms}>
            {rooms.data?.[kind].map((room, index) => {
              const name = textIn(room.name, language) || t("rentalTerms.rooms.living", { number: index + 1 });
              const { id } = room;
              return (
                id !== undefined && (
                  <TermRow key={id} name={name} change={() => setOpen(room)} remove={() => removeRoom(room, id, name)}>
                    <p className="hint">{contentsOf(room) || t("rentalTerms.rooms.empty")}</p>
                  </TermRow>
                )
              );
            })}
          </ul>
          <Button variant="default" onClick={() => setOpen({ kind, id: undefined, name: {}, counts: {} })}>
            {t(`rentalTerms.rooms.add.${kind}`)}
          </Button>
        </div>
      ))}
      {open && <RoomDialog rental={rental} stored={open} locales={locales} close={() => setOpen(undefined)} />}
    </TermSection>
  );
}
