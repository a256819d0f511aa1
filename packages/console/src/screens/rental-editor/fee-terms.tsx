import { NativeSelect, TextInput } from "@mantine/core";
import type { Resource } from "@roost/client";
import type { RecordFields } from "../../components/conflict/record-dialog.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type FeeDraft, feeStatuses } from "./fee-draft.ts";
import { FeeTimes } from "./fee-times.tsx";

/** The attributes whose problems are shown at their fields. */
export const feeTermNames = [
  ...(["status", "maximum_bookable", "always_applied", "season_ids", "start_date", "end_date"] as const),
];

/** Who can add a fee, how often, and when it applies. */
export function FeeTerms(props: RecordFields<FeeDraft> & { readonly seasons: readonly Resource<"seasons">[] }) {
  const { draft, setDraft, error, seasons } = props;
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
      <FeeTimes draft={draft} setDraft={(changed) => setDraft(() => changed)} seasons={seasons} error={error} />
    </>
  );
}
