import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import scrolled from "../scrolled-choices.module.css";
import { useEventTypes } from "./webhooks.ts";

interface EventTypeFieldsProps {
  /** Null for all types. */
  readonly chosen: readonly string[] | null;
  readonly choose: (types: readonly string[] | null) => void;
  readonly error: unknown;
}

/** Chooses event types: all readable ones, including future types, or a selection. */
export function EventTypeFields({ chosen, choose, error }: EventTypeFieldsProps) {
  const { t } = useI18n();
  const types = useEventTypes();
  const [searchText, setSearchText] = useState("");
  const shown = (types.data ?? []).filter(({ type }) => type.includes(searchText.trim().toLowerCase()));
  return (
    <fieldset className={scrolled.box}>
      <legend>{t("webhooks.types")}</legend>
      <Checkbox
        label={t("webhooks.everything")}
        checked={chosen === null}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? null : [])}
      />
      {chosen !== null && (
        <>
          <TextInput
            mt="xs"
            aria-label={t("webhooks.findType")}
            placeholder={t("webhooks.findType")}
            value={searchText}
            onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
          />
          <div className={scrolled.long}>
            {shown.map(({ type, description }) => (
              <Checkbox
                key={type}
                label={type}
                description={description}
                checked={chosen.includes(type)}
                onChange={({ currentTarget }) =>
                  choose(currentTarget.checked ? [...chosen, type] : chosen.filter((one) => one !== type))
                }
              />
            ))}
          </div>
        </>
      )}
      <p className="bad">{fieldProblem(error, "event_types")}</p>
    </fieldset>
  );
}
