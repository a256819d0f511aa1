import type { Resource } from "@roost/client";
import { useSession } from "../../app/session.tsx";
import { ifMatch, versionOf } from "../../components/conflict/version.ts";
import { ConditionalDialog } from "../../components/records/conditional-dialog.tsx";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { countsNights, type FeeDraft, feeAttributes, feeDraftOf, type RentalsFee } from "./fee-draft.ts";
import { FeeTerms, feeTermNames } from "./fee-terms.tsx";
import { useTermWriting } from "./term-writing.ts";

interface EditFeeProps {
  readonly fee: RentalsFee;
  readonly seasons: readonly Resource<"seasons">[];
  readonly close: () => void;
}

/** A form for a rental's existing fee. */
export function EditFee({ fee, seasons, close }: EditFeeProps) {
  const { language, t } = useI18n();
  const { client } = useSession();
  const write = useTermWriting("rentals_fees", "fees");
  const name = textIn(fee.name, language);
  const put = (draft: FeeDraft, etag: string) =>
    write(() =>
      client.PUT("/rentals_fees/{rentals_fee_id}", {
        params: { path: { rentals_fee_id: fee.id } },
        headers: ifMatch(etag),
        body: { rentals_fees: [feeAttributes(draft)] },
      }),
    );
  const read = async () => {
    const params = { path: { rentals_fee_id: [fee.id] } };
    const { data, response } = await client.GET("/rentals_fees/{rentals_fee_id}", { params });
    const [now = fee] = data.rentals_fees;
    return { fee: now, etag: versionOf(response) };
  };
  const names: Readonly<Record<keyof FeeDraft, string>> = {
    fee: t("rentalTerms.fees.which"),
    status: t("rentalTerms.fees.who"),
    when: t("rules.when"),
    seasons: t("rules.seasons"),
    from: t("rates.firstNight"),
    to: t("rates.lastNight"),
    maxBookable: t("rentalTerms.fees.most"),
    maxNights: t("rentalTerms.fees.maxNights"),
  };
  const textOf = (draft: FeeDraft, field: keyof FeeDraft): string => {
    if (field === "status") return t(`rentalTerms.fees.statuses.${draft.status}`);
    if (field === "when") return t(`rules.times.${draft.when}`);
    if (field !== "seasons") return draft[field];
    const applied = seasons.filter(({ id }) => draft.seasons.includes(id));
    return applied.map((season) => textIn(season.name, language)).join(", ");
  };
  return (
    <ConditionalDialog
      title={name}
      record={`rentals_fees ${fee.id}`}
      excluded={feeTermNames}
      read={read}
      draftOf={(seen) => feeDraftOf(seen.fee, "")}
      write={(seen, draft) => put(draft, seen.etag)}
      saved={t("rentalTerms.fees.changed", { name })}
      nameOf={(field) => names[field]}
      textOf={textOf}
      close={close}
    >
      {(fields) => <FeeTerms {...fields} seasons={seasons} isPerNight={countsNights(fee)} />}
    </ConditionalDialog>
  );
}
