import { NativeSelect, TextInput } from "@mantine/core";
import type { Resource } from "@roost/client";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { DayInput } from "../../components/day-input.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import type { Notice } from "../../components/notices.tsx";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { TermDialog } from "./term-dialog.tsx";
import { useTermWriting } from "./term-writing.ts";
import terms from "./terms.module.css";

type Tax = Resource<"taxes">;

interface TaxDialogProps {
  readonly rental: number;
  /** The taxes that the rental does not have yet. */
  readonly taxes: readonly Tax[];
  readonly close: () => void;
}

interface NewTax {
  readonly name: string;
  readonly kind: Tax["kind"];
  readonly percentage: string;
  readonly start_date: string;
}

const excluded = ["tax_id", "tax_included_in_rate", "name", "kind", "percentage", "start_date"];

/** Levies a tax on a rental. People who may write rates can also create a tax here. */
export function TaxDialog({ rental, taxes, close }: TaxDialogProps) {
  const { language, t } = useI18n();
  const { client, may } = useSession();
  const write = useTermWriting("rentals_taxes", "taxes");
  const [chosen, setChosen] = useState(String(taxes[0]?.id ?? ""));
  const [isIncluded, setIncluded] = useState(false);
  const [made, setMade] = useState<NewTax>({ name: "", kind: "value_added", percentage: "", start_date: "" });
  const makeTax = async (): Promise<number> => {
    const { data } = await client.POST("/taxes", { body: { taxes: [made] } });
    const id = Number(data.taxes[0]?.id);
    // Select the new tax, so that a retry after an error does not create it again.
    setChosen(String(id));
    return id;
  };
  const save = async (): Promise<Notice> => {
    const name =
      chosen === "" ? made.name : textIn(taxes.find(({ id }) => String(id) === chosen)?.name ?? {}, language);
    await write(async () => {
      const tax_id = chosen === "" ? await makeTax() : Number(chosen);
      await client.POST("/rentals/{rental_id}/rentals_taxes", {
        params: { path: { rental_id: rental } },
        body: { rentals_taxes: [{ tax_id, tax_included_in_rate: isIncluded }] },
      });
    });
    return { text: t("rentalTerms.taxes.added", { name }) };
  };
  const text = (error: unknown, field: "name" | "percentage", type: "text" | "number") => (
    <TextInput
      required
      type={type}
      {...(type === "number" && { min: 0, step: "any" })}
      label={t(`rentalTerms.taxes.fields.${field}`)}
      value={made[field]}
      error={fieldProblem(error, field)}
      onChange={({ currentTarget }) => setMade({ ...made, [field]: currentTarget.value })}
    />
  );
  return (
    <TermDialog title={t("rentalTerms.taxes.add")} {...{ excluded, save, close }}>
      {(error) => (
        <>
          <NativeSelect
            label={t("rentalTerms.taxes.which")}
            value={chosen}
            error={fieldProblem(error, "tax_id")}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={[
              ...taxes.map(({ id, name }) => ({ value: String(id), label: textIn(name, language) })),
              ...(may("rates_write") ? [{ value: "", label: t("rentalTerms.taxes.another") }] : []),
            ]}
          />
          {chosen === "" && (
            <fieldset>
              <legend>{t("rentalTerms.taxes.another")}</legend>
              <p className="hint">{t("rentalTerms.taxes.anotherHint")}</p>
              {text(error, "name", "text")}
              <NativeSelect
                label={t("rentalTerms.taxes.kind")}
                value={made.kind}
                error={fieldProblem(error, "kind")}
                onChange={({ currentTarget: { value } }) =>
                  setMade({
                    ...made,
                    kind: t.namesBelow("rentalTerms.taxes.kinds").find((one) => one === value) ?? made.kind,
                  })
                }
                data={t
                  .namesBelow("rentalTerms.taxes.kinds")
                  .map((value) => ({ value, label: t(`rentalTerms.taxes.kinds.${value}`) }))}
              />
              <div className={terms.pair}>
                {text(error, "percentage", "number")}
                <DayInput
                  required
                  label={t("rentalTerms.taxes.fields.start_date")}
                  value={made.start_date}
                  error={fieldProblem(error, "start_date")}
                  onDay={(start_date) => setMade({ ...made, start_date })}
                />
              </div>
            </fieldset>
          )}
          <NativeSelect
            label={t("rentalTerms.taxes.how")}
            value={String(isIncluded)}
            error={fieldProblem(error, "tax_included_in_rate")}
            onChange={({ currentTarget }) => setIncluded(currentTarget.value === "true")}
            data={[
              { value: "false", label: t("rentalTerms.taxes.onTop") },
              { value: "true", label: t("rentalTerms.taxes.included") },
            ]}
          />
        </>
      )}
    </TermDialog>
  );
}
