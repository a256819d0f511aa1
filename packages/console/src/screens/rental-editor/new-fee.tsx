import { NativeSelect, TextInput } from "@mantine/core";
import { fieldProblem } from "../../parts/form-problems.tsx";
import { useWords } from "../../words/words.tsx";
import type { Fee } from "./fee-draft.ts";
import { keysOf } from "./keys-of.ts";

/** What a new fee of the account is made of. */
export interface NewFee {
  /** In the account's usual language. */
  readonly name: string;
  readonly kind: Fee["kind"];
  readonly rate: string;
  readonly rate_kind: Fee["rate_kind"];
  /** Percent that is due when booking. */
  readonly downpayment_percentage: string;
}

export const newFee: NewFee = { name: "", kind: "cleaning", rate: "", rate_kind: "fixed", downpayment_percentage: "0" };
export const newFeeFields = ["name", "kind", "rate", "rate_kind", "downpayment_percentage"] as const;

interface NewFeeFieldsProps {
  readonly made: NewFee;
  readonly setMade: (made: NewFee) => void;
  readonly currency: string;
  readonly error: unknown;
}

/** A fee that is made for the account on the way: other rentals can have it afterwards. */
export function NewFeeFields({ made, setMade, currency, error }: NewFeeFieldsProps) {
  const said = useWords().words.rentalTerms.fees;
  const isShare = made.rate_kind.includes("percentage");
  return (
    <fieldset>
      <legend>{said.another}</legend>
      <p className="hint">{said.anotherHint}</p>
      <TextInput
        required
        label={said.name}
        value={made.name}
        error={fieldProblem(error, "name")}
        onChange={({ currentTarget }) => setMade({ ...made, name: currentTarget.value })}
      />
      <NativeSelect
        label={said.kind}
        value={made.kind}
        error={fieldProblem(error, "kind")}
        onChange={({ currentTarget }) =>
          setMade({ ...made, kind: keysOf(said.kinds).find((one) => one === currentTarget.value) ?? made.kind })
        }
        data={keysOf(said.kinds)
          .map((value) => ({ value, label: said.kinds[value] }))
          .sort((one, other) => one.label.localeCompare(other.label))}
      />
      <div className="pair">
        <TextInput
          required
          inputMode="decimal"
          label={isShare ? said.ratePercent : said.rate(currency)}
          value={made.rate}
          error={fieldProblem(error, "rate")}
          onChange={({ currentTarget }) => setMade({ ...made, rate: currentTarget.value })}
        />
        <NativeSelect
          label={said.rateKind}
          value={made.rate_kind}
          error={fieldProblem(error, "rate_kind")}
          onChange={({ currentTarget }) =>
            setMade({
              ...made,
              rate_kind: keysOf(said.rateKinds).find((one) => one === currentTarget.value) ?? made.rate_kind,
            })
          }
          data={keysOf(said.rateKinds).map((value) => ({ value, label: said.rateKinds[value] }))}
        />
      </div>
      <TextInput
        required
        inputMode="decimal"
        label={said.downpayment}
        value={made.downpayment_percentage}
        error={fieldProblem(error, "downpayment_percentage")}
        onChange={({ currentTarget }) => setMade({ ...made, downpayment_percentage: currentTarget.value })}
      />
    </fieldset>
  );
}
