import { NativeSelect } from "@mantine/core";
import type { Resource } from "@roost/client";
import { useSession } from "../../app/session.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import { RecordDialog } from "../../components/records/record-dialog.tsx";
import type { RecordCreation } from "../../components/records/record-writing.ts";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { EditedRental } from "./edited-rental.ts";
import { countsNights, type Fee, type FeeDraft, feeAttributes, feeDraftOf, type RentalsFee } from "./fee-draft.ts";
import { FeeTerms, feeTermNames } from "./fee-terms.tsx";
import { type NewFee, NewFeeFields, newFee, newFeeAttributes, newFeeFields } from "./new-fee.tsx";
import { useTermWriting } from "./term-writing.ts";

interface FeeDialogProps {
  readonly rental: EditedRental;
  readonly fees: readonly Fee[];
  readonly seasons: readonly Resource<"seasons">[];
  readonly close: () => void;
}

/** A rental's fee, and the account fee to create for it. */
interface AddedFee extends FeeDraft {
  readonly made: NewFee;
}

const excluded = [...newFeeFields, "fee_id", ...feeTermNames];

/** A form for a rental's new fee. People who may write fees can also create an account fee here. */
export function FeeDialog({ rental, fees, seasons, close }: FeeDialogProps) {
  const { language, t } = useI18n();
  const { client, may } = useSession();
  const write = useTermWriting("rentals_fees", "fees");
  const canMake = may("rates_write");
  const chosenFee = ({ fee }: FeeDraft) => fees.find(({ id }) => String(id) === fee);

  const makeFee = async (made: NewFee): Promise<number> => {
    const { data } = await client.POST("/fees", { body: { fees: [newFeeAttributes(made, rental.currency)] } });
    return Number(data.fees[0]?.id);
  };
  const create: RecordCreation<AddedFee>["create"] = (draft, setDraft) =>
    write(async () => {
      const fee_id = draft.fee === "" ? await makeFee(draft.made) : Number(draft.fee);
      setDraft((now) => ({ ...now, fee: String(fee_id) }));
      const params = { path: { rental_id: rental.id } };
      const body = { rentals_fees: [{ ...feeAttributes(draft), fee_id }] };
      await client.POST("/rentals/{rental_id}/rentals_fees", { params, body });
    });
  return (
    <RecordDialog<RentalsFee, AddedFee, number>
      id={undefined}
      kind="rentals_fees"
      title={t("rentalTerms.fees.add")}
      {...{ excluded, close }}
      draftOf={() => ({ ...feeDraftOf(undefined, String(fees[0]?.id ?? "")), made: newFee })}
      writing={{ create }}
      saved={(draft) => {
        const name = textIn(chosenFee(draft)?.name ?? {}, language) || draft.made.name;
        return t("rentalTerms.fees.added", { name });
      }}
    >
      {({ draft, setDraft, error }) => (
        <>
          <NativeSelect
            label={t("rentalTerms.fees.which")}
            value={draft.fee}
            error={fieldProblem(error, "fee_id")}
            onChange={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, fee: value }))}
            data={[
              ...fees.map(({ id, name }) => ({ value: String(id), label: textIn(name, language) })),
              ...(canMake ? [{ value: "", label: t("rentalTerms.fees.another") }] : []),
            ]}
          />
          {canMake && draft.fee === "" && (
            <NewFeeFields
              {...{ error, made: draft.made, currency: rental.currency }}
              setMade={(made) => setDraft((now) => ({ ...now, made }))}
            />
          )}
          <FeeTerms
            {...{ draft, seasons, error }}
            setDraft={(change) => setDraft((now) => ({ ...now, ...change(now) }))}
            isPerNight={countsNights(chosenFee(draft) ?? draft.made)}
          />
        </>
      )}
    </RecordDialog>
  );
}
