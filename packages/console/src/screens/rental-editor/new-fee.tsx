import { NativeSelect, TextInput } from "@mantine/core";
import { DecimalInput } from "../../components/decimal-input.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import { MoneyInput } from "../../components/money-input.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { Fee } from "./fee-draft.ts";
import terms from "./terms.module.css";

/** A new account fee in the form. */
export interface NewFee {
  /** In the account's default language. */
  readonly name: string;
  readonly kind: Fee["kind"];
  readonly rate: string;
  readonly rate_kind: Fee["rate_kind"];
  /** The percentage due at booking. */
  readonly downpayment_percentage: string;
  /** The cap on one unit of a percentage; empty for none. */
  readonly maximum_possible_rate: string;
}

export const newFee: NewFee = {
  name: "",
  kind: "cleaning",
  rate: "",
  rate_kind: "fixed",
  downpayment_percentage: "0",
  maximum_possible_rate: "",
};
export const newFeeFields = [
  "name",
  "kind",
  "rate",
  "rate_kind",
  "downpayment_percentage",
  "maximum_possible_rate",
] as const;

const isShare = ({ rate_kind }: NewFee): boolean => rate_kind.includes("percentage");

/** The attributes to send. Only a percentage can have a cap. */
export function newFeeAttributes({ maximum_possible_rate, ...fee }: NewFee, currency: Fee["currency"]) {
  const cap =
    isShare({ maximum_possible_rate, ...fee }) && maximum_possible_rate !== "" ? { maximum_possible_rate } : {};
  return { ...fee, ...cap, currency };
}

interface NewFeeFieldsProps {
  readonly made: NewFee;
  readonly setMade: (made: NewFee) => void;
  readonly currency: string;
  readonly error: unknown;
}

/** Fields for a new account fee. Other rentals can use it later. */
export function NewFeeFields({ made, setMade, currency, error }: NewFeeFieldsProps) {
  const { t } = useI18n();
  const rate = {
    required: true,
    value: made.rate,
    error: fieldProblem(error, "rate"),
    onChange: (value: number | string) => setMade({ ...made, rate: String(value) }),
  };
  return (
    <fieldset>
      <legend>{t("rentalTerms.fees.another")}</legend>
      <p className="hint">{t("rentalTerms.fees.anotherHint")}</p>
      <TextInput
        required
        label={t("rentalTerms.fees.name")}
        value={made.name}
        error={fieldProblem(error, "name")}
        onChange={({ currentTarget }) => setMade({ ...made, name: currentTarget.value })}
      />
      <NativeSelect
        label={t("rentalTerms.fees.kind")}
        value={made.kind}
        error={fieldProblem(error, "kind")}
        onChange={({ currentTarget }) =>
          setMade({
            ...made,
            kind: t.namesBelow("rentalTerms.fees.kinds").find((one) => one === currentTarget.value) ?? made.kind,
          })
        }
        data={t
          .namesBelow("rentalTerms.fees.kinds")
          .map((value) => ({ value, label: t(`rentalTerms.fees.kinds.${value}`) }))
          .sort((one, other) => one.label.localeCompare(other.label))}
      />
      <div className={terms.pair}>
        {isShare(made) ? (
          <DecimalInput label={t("rentalTerms.fees.ratePercent")} {...rate} />
        ) : (
          <MoneyInput currency={currency} label={t("rentalTerms.fees.rate", { currency })} {...rate} />
        )}
        <NativeSelect
          label={t("rentalTerms.fees.rateKind")}
          value={made.rate_kind}
          error={fieldProblem(error, "rate_kind")}
          onChange={({ currentTarget }) =>
            setMade({
              ...made,
              rate_kind:
                t.namesBelow("rentalTerms.fees.rateKinds").find((one) => one === currentTarget.value) ?? made.rate_kind,
            })
          }
          data={t
            .namesBelow("rentalTerms.fees.rateKinds")
            .map((value) => ({ value, label: t(`rentalTerms.fees.rateKinds.${value}`) }))}
        />
      </div>
      {isShare(made) && (
        <MoneyInput
          currency={currency}
          label={t("rentalTerms.fees.maxRate", { currency })}
          value={made.maximum_possible_rate}
          error={fieldProblem(error, "maximum_possible_rate")}
          onChange={(cap) => setMade({ ...made, maximum_possible_rate: String(cap) })}
        />
      )}
      <DecimalInput
        required
        label={t("rentalTerms.fees.downpayment")}
        value={made.downpayment_percentage}
        error={fieldProblem(error, "downpayment_percentage")}
        onChange={(percentage) => setMade({ ...made, downpayment_percentage: String(percentage) })}
      />
    </fieldset>
  );
}
