import { NativeSelect, TextInput } from "@mantine/core";
import type { Resource } from "@roost/client";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { RecordFields } from "../../components/records/conditional-dialog.tsx";
import { WhenFields } from "../../components/records/when-fields.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type FeeDraft, feeStatuses } from "./fee-draft.ts";

/** The attributes whose problems are shown at their fields. */
export const feeTermNames = [
  ...([
    "status",
    "maximum_bookable",
    "maximum_nights",
    "always_applied",
    "season_ids",
    "start_date",
    "end_date",
  ] as const),
];

interface FeeTermsProps extends RecordFields<FeeDraft> {
  readonly seasons: readonly Resource<"seasons">[];
  readonly isPerNight: boolean;
}

/** A fee's availability: by whom, how often and in which seasons. */
export function FeeTerms(props: FeeTermsProps) {
  const { draft, setDraft, error, seasons, isPerNight } = props;
  const { t } = useI18n();
  return (
    <>
      <NativeSelect
        label={t("rentalTerms.fees.who")}
        value={draft.status}
        error={fieldProblem(error, "status")}
        onChange={({ currentTarget: { value } }) =>
          setDraft((now) => ({ ...now, status: feeStatuses.find((one) => one === value) ?? now.status }))
        }
        data={feeStatuses.map((value) => ({ value, label: t(`rentalTerms.fees.statuses.${value}`) }))}
      />
      <TextInput
        type="number"
        min={1}
        label={t("rentalTerms.fees.most")}
        value={draft.maxBookable}
        error={fieldProblem(error, "maximum_bookable")}
        onChange={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, maxBookable: value }))}
      />
      {isPerNight && (
        <TextInput
          type="number"
          min={1}
          label={t("rentalTerms.fees.maxNights")}
          description={t("rentalTerms.fees.maxNightsHint")}
          value={draft.maxNights}
          error={fieldProblem(error, "maximum_nights")}
          onChange={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, maxNights: value }))}
        />
      )}
      <WhenFields {...{ draft, seasons, error }} change={(changed) => setDraft((now) => ({ ...now, ...changed }))} />
    </>
  );
}
