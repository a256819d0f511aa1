import { Checkbox, TextInput } from "@mantine/core";
import { DayInput } from "../../../components/day-input.tsx";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { RecordFields } from "../../../components/records/conditional-dialog.tsx";
import type { CleanedRental } from "../../../components/turnovers/cleaned-rentals.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { LinkDraft } from "./cleaning-links.ts";
import styles from "./links.module.css";

interface LinkFieldsProps extends RecordFields<LinkDraft> {
  readonly rentals: ReadonlyMap<number, CleanedRental>;
}

/** The attributes whose problems are shown at their fields. */
export const linkFieldNames = ["name", "rental_ids", "expires_at"] as const;

export function LinkFields({ draft, setDraft, error, rentals }: LinkFieldsProps) {
  const { t } = useI18n();
  const set = (part: Partial<LinkDraft>) => setDraft((before) => ({ ...before, ...part }));
  const byName = [...rentals].toSorted(([, one], [, other]) => one.name.localeCompare(other.name));
  return (
    <>
      <TextInput
        data-autofocus
        label={t("cleaning.links.name")}
        description={t("cleaning.links.nameHint")}
        value={draft.name}
        error={fieldProblem(error, "name")}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <fieldset className={styles.rentals}>
        <legend>{t("cleaning.links.rentals")}</legend>
        <div>
          {byName.map(([id, { name }]) => (
            <Checkbox
              key={id}
              label={name}
              checked={draft.rentals.includes(id)}
              onChange={({ currentTarget: { checked } }) => {
                const others = draft.rentals.filter((rental) => rental !== id);
                set({ rentals: checked ? [...others, id] : others });
              }}
            />
          ))}
        </div>
        <p className="bad">{fieldProblem(error, "rental_ids")}</p>
      </fieldset>
      <DayInput
        clearable
        label={t("cleaning.links.lastDay")}
        description={t("cleaning.links.lastDayHint")}
        value={draft.lastDay}
        error={fieldProblem(error, "expires_at")}
        onDay={(lastDay) => set({ lastDay })}
      />
    </>
  );
}
