import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import { RecordDialog } from "../../components/records/record-dialog.tsx";
import type { RecordCreation } from "../../components/records/record-writing.ts";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { NewTaxFields, newTaxFields, type Tax, type TaxDraft } from "./new-tax.tsx";
import { useTermWriting } from "./term-writing.ts";

interface TaxDialogProps {
  readonly rental: number;
  /** The taxes that the rental does not have yet. */
  readonly taxes: readonly Tax[];
  readonly close: () => void;
}

const excluded = ["tax_id", "tax_included_in_rate", ...newTaxFields];

/** Levies a tax on a rental. People who may write rates can also create a tax here. */
export function TaxDialog({ rental, taxes, close }: TaxDialogProps) {
  const { language, t } = useI18n();
  const { client, may } = useSession();
  const write = useTermWriting("rentals_taxes", "taxes");
  // The levied tax leaves `taxes` before its notice is shown.
  const [offered] = useState(taxes);
  const start: TaxDraft = {
    ...{ tax: String(offered[0]?.id ?? ""), isIncluded: false },
    ...{ name: "", kind: "value_added", percentage: "", start_date: "" },
  };
  const makeTax = async ({ name, kind, percentage, start_date }: TaxDraft): Promise<number> => {
    const { data } = await client.POST("/taxes", { body: { taxes: [{ name, kind, percentage, start_date }] } });
    return Number(data.taxes[0]?.id);
  };
  const create: RecordCreation<TaxDraft>["create"] = (draft, setDraft) =>
    write(async () => {
      const tax_id = draft.tax === "" ? await makeTax(draft) : Number(draft.tax);
      setDraft((now) => ({ ...now, tax: String(tax_id) }));
      const params = { path: { rental_id: rental } };
      const body = { rentals_taxes: [{ tax_id, tax_included_in_rate: draft.isIncluded }] };
      await client.POST("/rentals/{rental_id}/rentals_taxes", { params, body });
    });
  const nameOf = ({ tax, name }: TaxDraft): string =>
    textIn(offered.find(({ id }) => String(id) === tax)?.name ?? {}, language) || name;
  return (
    <RecordDialog<Tax, TaxDraft, number>
      id={undefined}
      kind="rentals_taxes"
      title={t("rentalTerms.taxes.add")}
      {...{ excluded, close }}
      draftOf={() => start}
      writing={{ create }}
      saved={(draft) => t("rentalTerms.taxes.added", { name: nameOf(draft) })}
    >
      {(fields) => {
        const { draft, setDraft, error } = fields;
        return (
          <>
            <NativeSelect
              label={t("rentalTerms.taxes.which")}
              value={draft.tax}
              error={fieldProblem(error, "tax_id")}
              onChange={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, tax: value }))}
              data={[
                ...offered.map(({ id, name }) => ({ value: String(id), label: textIn(name, language) })),
                ...(may("rates_write") ? [{ value: "", label: t("rentalTerms.taxes.another") }] : []),
              ]}
            />
            {draft.tax === "" && <NewTaxFields {...fields} />}
            <NativeSelect
              label={t("rentalTerms.taxes.how")}
              value={String(draft.isIncluded)}
              error={fieldProblem(error, "tax_included_in_rate")}
              onChange={({ currentTarget: { value } }) => setDraft((now) => ({ ...now, isIncluded: value === "true" }))}
              data={[
                { value: "false", label: t("rentalTerms.taxes.onTop") },
                { value: "true", label: t("rentalTerms.taxes.included") },
              ]}
            />
          </>
        );
      }}
    </RecordDialog>
  );
}
