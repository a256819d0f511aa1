import { TextInput } from "@mantine/core";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { RecordFields } from "../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { countsOf, type RoomDraft, type RoomKind } from "./room-kinds.ts";
import terms from "./terms.module.css";

interface RoomFieldsProps extends RecordFields<RoomDraft> {
  readonly kind: RoomKind;
  readonly locales: readonly string[];
}

/** Living rooms have no name. */
const namesOf = (kind: RoomKind, locales: readonly string[]) => (kind === "living_rooms" ? [] : locales);

/** The attributes whose problems are shown at their fields. */
export const roomFieldNames = (kind: RoomKind, locales: readonly string[]): readonly string[] => [
  ...countsOf[kind],
  "name",
  ...namesOf(kind, locales).map((locale) => `name_${locale}`),
];

/** A room's names and contents. */
export function RoomFields({ kind, locales, draft, setDraft, error }: RoomFieldsProps) {
  const { language, t } = useI18n();
  const languages = new Intl.DisplayNames(language, { type: "language" });
  const set = (field: string, value: string) => setDraft((now) => ({ ...now, [field]: value }));
  return (
    <>
      {namesOf(kind, locales).map((locale, index) => (
        <TextInput
          key={locale}
          lang={locale}
          required={index === 0}
          maxLength={25}
          label={t("rentalTerms.rooms.nameIn", { language: languages.of(locale) ?? locale })}
          value={draft[`name_${locale}`] ?? ""}
          error={fieldProblem(error, `name_${locale}`) ?? (index === 0 ? fieldProblem(error, "name") : undefined)}
          onChange={({ currentTarget }) => set(`name_${locale}`, currentTarget.value)}
        />
      ))}
      <div className={terms.pair}>
        {countsOf[kind].map((one) => (
          <TextInput
            key={one}
            type="number"
            min={0}
            max={1000}
            label={t(`rentalTerms.rooms.counts.${one}`)}
            value={draft[one] ?? "0"}
            error={fieldProblem(error, one)}
            onChange={({ currentTarget }) => set(one, currentTarget.value)}
          />
        ))}
      </div>
    </>
  );
}
