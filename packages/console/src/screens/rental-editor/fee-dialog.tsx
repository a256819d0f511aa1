import { NativeSelect } from "@mantine/core";
import type { Resource } from "@roost/client";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { Notice } from "../../components/notices.tsx";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { EditedRental } from "./edited-rental.ts";
import { countsNights, type Fee, feeAttributes, feeDraftOf } from "./fee-draft.ts";
import { FeeTerms, feeTermNames } from "./fee-terms.tsx";
import { type NewFee, NewFeeFields, newFee, newFeeAttributes, newFeeFields } from "./new-fee.tsx";
import { TermDialog } from "./term-dialog.tsx";
import { useTermWriting } from "./term-writing.ts";

interface FeeDialogProps {
  readonly rental: EditedRental;
  readonly fees: readonly Fee[];
  readonly seasons: readonly Resource<"seasons">[];
  readonly close: () => void;
}

const excluded = [...newFeeFields, "fee_id", ...feeTermNames];

/** A form for a rental's new fee. People who may write fees can also create an account fee here. */
export function FeeDialog({ rental, fees, seasons, close }: FeeDialogProps) {
  const { language, t } = useI18n();
  const { client, may } = useSession();
  const write = useTermWriting("rentals_fees", "fees");
  const [draft, setDraft] = useState(() => feeDraftOf(undefined, String(fees[0]?.id ?? "")));
  const [made, setMade] = useState<NewFee>(newFee);
  const canMake = may("rates_write");
  const chosen = fees.find(({ id }) => String(id) === draft.fee) ?? made;

  const makeFee = async (): Promise<number> => {
    const { data } = await client.POST("/fees", { body: { fees: [newFeeAttributes(made, rental.currency)] } });
    const id = Number(data.fees[0]?.id);
    // Select the new fee, so that a retry after an error does not create it again.
    setDraft((now) => ({ ...now, fee: String(id) }));
    return id;
  };
  const save = async (): Promise<Notice> => {
    const name = await write(async () => {
      const fee_id = draft.fee === "" ? await makeFee() : Number(draft.fee);
      const params = { path: { rental_id: rental.id } };
      const body = { rentals_fees: [{ ...feeAttributes(draft), fee_id }] };
      const { data } = await client.POST("/rentals/{rental_id}/rentals_fees", { params, body });
      return textIn(data.rentals_fees[0]?.name ?? {}, language);
    });
    return { text: t("rentalTerms.fees.added", { name }) };
  };
  return (
    <TermDialog title={t("rentalTerms.fees.add")} {...{ excluded, save, close }}>
      {(error) => (
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
          {canMake && draft.fee === "" && <NewFeeFields {...{ made, setMade, error }} currency={rental.currency} />}
          <FeeTerms {...{ draft, setDraft, seasons, error }} isPerNight={countsNights(chosen)} />
        </>
      )}
    </TermDialog>
  );
}
