import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldProblem } from "../../components/form-problems.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useRentals } from "../calendar/rentals.ts";
import { type Chosen, roleNamed, roles } from "./people.ts";
import scrolled from "./scrolled-choices.module.css";

interface RoleFieldsProps {
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
  readonly error: unknown;
}

/** With more rentals than this, the list has a search field. */
const searchFrom = 8;

/** Chooses a role, and the rentals assigned to a cleaner. */
export function RoleFields({ chosen, choose, error }: RoleFieldsProps) {
  const { t } = useI18n();
  return (
    <>
      <NativeSelect
        label={t("settings.role")}
        description={t(`settings.roleMay.${chosen.role}`)}
        value={chosen.role}
        error={fieldProblem(error, "role")}
        onChange={({ currentTarget }) => choose({ ...chosen, role: roleNamed(currentTarget.value) })}
        data={roles.map((role) => ({ value: role, label: t(`settings.roles.${role}`) }))}
      />
      {chosen.role === "cleaner" && <TheirRentals {...{ chosen, choose, error }} />}
    </>
  );
}

function TheirRentals({ chosen, choose, error }: RoleFieldsProps) {
  const { t } = useI18n();
  const rentals = useRentals();
  const [searchText, setSearchText] = useState("");
  const all = rentals.data ?? [];
  const shown = all.filter(({ name }) => name.toLowerCase().includes(searchText.trim().toLowerCase()));
  const toggle = (id: number, isTheirs: boolean): void =>
    choose({
      ...chosen,
      rentals: isTheirs ? [...chosen.rentals, id] : chosen.rentals.filter((rental) => rental !== id),
    });
  return (
    <fieldset className={scrolled.box}>
      <legend>{t("settings.theirRentals")}</legend>
      {all.length > searchFrom && (
        <TextInput
          aria-label={t("settings.findRental")}
          placeholder={t("settings.findRental")}
          value={searchText}
          onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
        />
      )}
      <div className={scrolled.long}>
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.rentals.includes(id)}
            onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
          />
        ))}
      </div>
      <p className="bad">{fieldProblem(error, "rentals")}</p>
    </fieldset>
  );
}
