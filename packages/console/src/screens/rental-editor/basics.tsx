import { TextInput } from "@mantine/core";
import { useSession } from "../../app/session.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useDraft } from "./draft.ts";
import type { EditedRental } from "./edited-rental.ts";
import { PartForm } from "./part-form.tsx";

const numbers = [
  "sleeps",
  "sleeps_max",
  "bedrooms_count",
  "bathrooms_count",
  "stories_count",
  "checkin_time",
  "checkin_end_time",
  "checkout_time",
  "preparation_days",
] as const;
const lines = ["name", "floor", "address1", "address2", "zip", "city", "state", "country_code"] as const;
const fields = [
  "name",
  "sleeps",
  "sleeps_max",
  "bedrooms_count",
  "bathrooms_count",
  "stories_count",
  "floor",
  "checkin_time",
  "checkin_end_time",
  "checkout_time",
  "preparation_days",
  "address1",
  "address2",
  "zip",
  "city",
  "state",
  "country_code",
] as const;
const numeric: ReadonlySet<string> = new Set(numbers);

/** A rental's name, size, hours and address (service.md, Rental). */
export function Basics({ rental }: { readonly rental: EditedRental }) {
  const { t } = useI18n();
  const { client } = useSession();
  const title = t("rentalEditor.titles.basics");
  const stored = Object.fromEntries(fields.map((field) => [field, String(rental[field] ?? "")]));
  const draft = useDraft(title, stored, (changes) =>
    client.PUT("/rentals/{rental_id}", {
      params: { path: { rental_id: rental.id } },
      body: { rentals: [bodyOf(changes)] },
    }),
  );
  return (
    <PartForm id="basics" title={title} draft={draft} excluded={fields}>
      <div className="fields">
        {fields.map((field) => (
          <TextInput
            key={field}
            label={t(`rentalEditor.fields.${field}`)}
            type={numeric.has(field) ? "number" : "text"}
            min={numeric.has(field) ? 0 : undefined}
            required={field === "name"}
            value={draft.valueOf(field)}
            error={fieldProblem(draft.error, field)}
            onChange={({ currentTarget }) => draft.change(field, currentTarget.value)}
          />
        ))}
      </div>
    </PartForm>
  );
}

/** The changed fields to send; empty fields become null. */
function bodyOf(changes: Readonly<Record<string, string>>) {
  const { name, preparation_days, ...others } = changes;
  const texts = lines.filter((field) => field !== "name" && field in others);
  const counts = numbers.filter((field) => field !== "preparation_days" && field in others);
  return {
    ...(name === undefined ? {} : { name }),
    ...(preparation_days === undefined ? {} : { preparation_days: Number(preparation_days) }),
    ...Object.fromEntries(texts.map((field) => [field, others[field] || null])),
    ...Object.fromEntries(counts.map((field) => [field, others[field] ? Number(others[field]) : null])),
  };
}
