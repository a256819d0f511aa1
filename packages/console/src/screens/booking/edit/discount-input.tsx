import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { discountText, writtenDiscount } from "../discount.ts";

interface DiscountInputProps {
  /** As the API takes it, such as `12.5%`, or a text that is not a discount; empty for none. */
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
}

/** A discount with the account's signs, as an amount or a percentage. */
export function DiscountInput({ value, error, onChange }: DiscountInputProps) {
  const { t } = useI18n();
  const { separators } = useFormats();
  /** While the person edits it. */
  const [text, setText] = useState<string>();
  return (
    <TextInput
      label={t("booking.attributes.discount")}
      placeholder={t("edit.discountHint")}
      value={text ?? discountText(value, separators)}
      error={error}
      onChange={({ currentTarget: { value: typed } }) => {
        setText(typed);
        onChange(writtenDiscount(typed, separators) ?? typed.trim());
      }}
      onBlur={() => setText(undefined)}
    />
  );
}
