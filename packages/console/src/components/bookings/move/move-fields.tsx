import { Group, NativeSelect, NumberInput } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import { DayInput } from "../../day-input.tsx";
import { dayOf, textOf } from "../../days.ts";
import type { MoveDraft } from "./move-draft.ts";
import type { MoveRental } from "./move-target.ts";

interface MoveFieldsProps {
  readonly draft: MoveDraft;
  readonly set: (part: Partial<MoveDraft>) => void;
  readonly rentals: readonly MoveRental[];
  /** The field to start with. */
  readonly first: "start_at" | "end_at" | undefined;
  readonly hasGuests: boolean;
}

export function MoveFields({ draft, set, rentals, first, hasGuests }: MoveFieldsProps) {
  const { t } = useI18n();
  const { start_at, end_at, rental } = draft;
  const party = (name: "adults" | "children", label: string) => (
    <NumberInput
      label={label}
      min={0}
      max={1000}
      allowDecimal={false}
      value={draft[name] ?? ""}
      onChange={(value) => set({ [name]: value === "" ? null : Number(value) })}
    />
  );
  return (
    <>
      <Group grow my="sm" align="flex-start">
        <DayInput
          required
          {...(first === "start_at" ? { "data-autofocus": true } : {})}
          label={t("stay.arrival")}
          value={start_at}
          onDay={(day) => set({ start_at: day })}
        />
        <DayInput
          required
          {...(first === "end_at" ? { "data-autofocus": true } : {})}
          label={t("stay.departure")}
          value={end_at}
          min={textOf(dayOf(start_at) + 1)}
          onDay={(day) => set({ end_at: day })}
        />
      </Group>
      <NativeSelect
        mb="sm"
        label={t("calendar.rental")}
        value={String(rental)}
        onChange={({ currentTarget }) => set({ rental: Number(currentTarget.value) })}
        data={rentals.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {hasGuests && (
        <Group grow mb="sm">
          {party("adults", t("book.adults"))}
          {party("children", t("book.children"))}
        </Group>
      )}
    </>
  );
}
