import { NativeSelect, TextInput } from "@mantine/core";
import type { Resource } from "@roost/client";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { Notice } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { EditedRental } from "./edited-rental.ts";
import { type Fee, feeAttributes, feeDraftOf, feeStatuses, type RentalsFee } from "./fee-draft.ts";
import { FeeTimes } from "./fee-times.tsx";
import { type NewFee, NewFeeFields, newFee, newFeeFields } from "./new-fee.tsx";
import { TermDialog } from "./term-dialog.tsx";
import { textIn, useTermWriting } from "./term-writing.ts";

interface FeeDialogProps {
  readonly rental: EditedRental;
  /** Undefined for a new fee. */
  readonly stored: RentalsFee | undefined;
  readonly fees: readonly Fee[];
  readonly seasons: readonly Resource<"seasons">[];
  readonly close: () => void;
}

const excluded = [
  ...newFeeFields,
  "fee_id",
  "status",
  "maximum_bookable",
  "always_applied",
  "season_ids",
  "start_date",
  "end_date",
];

/** A form for a rental's fee. People who may write fees can also create an account fee here. */
export function FeeDialog({ rental, stored, fees, seasons, close }: FeeDialogProps) {
  const { language, t } = useI18n();
  const { client, may } = useSession();
  const write = useTermWriting("rentals_fees", "fees");
  const [draft, setDraft] = useState(() => feeDraftOf(stored, String(fees[0]?.id ?? "")));
  const [made, setMade] = useState<NewFee>(newFee);
  const canMake = may("rates_write") && !stored;

  const makeFee = async (): Promise<number> => {
    const { data } = await client.POST("/fees", { body: { fees: [{ ...made, currency: rental.currency }] } });
    const id = Number(data.fees[0]?.id);
    // Select the new fee, so that a retry after an error does not create it again.
    setDraft((now) => ({ ...now, fee: String(id) }));
    return id;
  };
  const change = ({ id }: RentalsFee, attributes: ReturnType<typeof feeAttributes>) =>
    client.PUT("/rentals_fees/{rentals_fee_id}", {
      params: { path: { rentals_fee_id: id } },
      body: { rentals_fees: [attributes] },
    });
  const save = async (): Promise<Notice> => {
    const attributes = feeAttributes(draft);
    if (stored) {
      await write(() => change(stored, attributes));
      const undo = () => write(() => change(stored, feeAttributes(feeDraftOf(stored, "")))).then(() => undefined);
      return { text: t("rentalTerms.fees.changed", { name: textIn(stored.name, language) }), undo };
    }
    const name = await write(async () => {
      const fee_id = draft.fee === "" ? await makeFee() : Number(draft.fee);
      const params = { path: { rental_id: rental.id } };
      const body = { rentals_fees: [{ ...attributes, fee_id }] };
      const { data } = await client.POST("/rentals/{rental_id}/rentals_fees", { params, body });
      return textIn(data.rentals_fees[0]?.name ?? {}, language);
    });
    return { text: t("rentalTerms.fees.added", { name }) };
  };
  return (
    <TermDialog
      title={stored ? textIn(stored.name, language) : t("rentalTerms.fees.add")}
      {...{ excluded, save, close }}
    >
      {(error) => (
        <>
          {!stored && (
            <NativeSelect
              label={t("rentalTerms.fees.which")}
              value={draft.fee}
              error={fieldProblem(error, "fee_id")}
              onChange={({ currentTarget }) => setDraft({ ...draft, fee: currentTarget.value })}
              data={[
                ...fees.map(({ id, name }) => ({ value: String(id), label: textIn(name, language) })),
                ...(canMake ? [{ value: "", label: t("rentalTerms.fees.another") }] : []),
              ]}
            />
          )}
          {canMake && draft.fee === "" && <NewFeeFields {...{ made, setMade, error }} currency={rental.currency} />}
          <NativeSelect
            label={t("rentalTerms.fees.who")}
            value={draft.status}
            error={fieldProblem(error, "status")}
            onChange={({ currentTarget }) =>
              setDraft({ ...draft, status: feeStatuses.find((one) => one === currentTarget.value) ?? draft.status })
            }
            data={feeStatuses.map((value) => ({ value, label: t(`rentalTerms.fees.statuses.${value}`) }))}
          />
          <TextInput
            type="number"
            min={1}
            label={t("rentalTerms.fees.most")}
            value={draft.maxBookable}
            error={fieldProblem(error, "maximum_bookable")}
            onChange={({ currentTarget }) => setDraft({ ...draft, maxBookable: currentTarget.value })}
          />
          <FeeTimes {...{ draft, setDraft, seasons, error }} />
        </>
      )}
    </TermDialog>
  );
}
