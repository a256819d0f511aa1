import { TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { Notice } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type Counted, countsOf, type Room } from "./room-kinds.ts";
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
export function RoomDialog({ rental, stored, locales, close }: RoomDialogProps) {
  const { language, t } = useI18n();
  const { make, change } = useRoomWriting(rental);
  const [name, setName] = useState(stored.name);
  const [counts, setCounts] = useState<Readonly<Partial<Record<Counted, string>>>>(() =>
    Object.fromEntries(Object.entries(stored.counts).map(([counted, count]) => [counted, String(count)])),
  );
  const languages = new Intl.DisplayNames(language, { type: "language" });
  const counted = countsOf[stored.kind];
  const names = stored.kind === "living_rooms" ? [] : locales;
  const save = async (): Promise<Notice> => {
    const typed = Object.fromEntries(counted.map((one) => [one, Number(counts[one] || 0)]));
    const room: Room = { ...stored, name, counts: typed };
    const { id } = stored;
    if (id === undefined) {
      await make(room);
      return { text: t("rentalTerms.rooms.added") };
    }
    await change(room, id);
    return { text: t("rentalTerms.rooms.changed"), undo: () => change(stored, id) };
  };
  return (
    <TermDialog
      title={stored.id === undefined ? t(`rentalTerms.rooms.add.${stored.kind}`) : t("rentalTerms.rooms.change")}
      excluded={[...counted, "name", ...names.map((locale) => `name_${locale}`)]}
      {...{ save, close }}
    >
      {(error) => (
        <>
          {names.map((locale, index) => (
            <TextInput
              key={locale}
              lang={locale}
              required={index === 0}
              maxLength={25}
              label={t("rentalTerms.rooms.nameIn", { language: languages.of(locale) ?? locale })}
              value={name[locale] ?? ""}
              error={fieldProblem(error, `name_${locale}`) ?? (index === 0 ? fieldProblem(error, "name") : undefined)}
              onChange={({ currentTarget }) => setName({ ...name, [locale]: currentTarget.value || null })}
            />
          ))}
          <div className="pair">
            {counted.map((one) => (
              <TextInput
                key={one}
                type="number"
                min={0}
                max={1000}
                label={t(`rentalTerms.rooms.counts.${one}`)}
                value={counts[one] ?? "0"}
                error={fieldProblem(error, one)}
                onChange={({ currentTarget }) => setCounts({ ...counts, [one]: currentTarget.value })}
              />
            ))}
          </div>
        </>
      )}
    </TermDialog>
  );
}
