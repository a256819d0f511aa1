import { NumberInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { MoneyInput } from "../money-input.tsx";
import type { PriceChange } from "./changed-rate.ts";

interface ChangeInputProps extends Omit<ComponentProps<typeof MoneyInput>, "currency" | "label" | "min"> {
  readonly how: PriceChange["how"];
  /** Of the nights' prices. */
  readonly currencies: readonly string[];
}

/** The percentage or amount by which prices change. Amounts have the account's separators: 1,200 is not 1.20. */
export function ChangeInput({ how, currencies, ...props }: ChangeInputProps) {
  const { t } = useI18n();
  if (how === "percent") return <NumberInput label={t("rates.percent")} min={-100_000} decimalScale={2} {...props} />;
  const [currency = ""] = currencies;
  const label = t("rates.price", { currency: currencies.join(", ") });
  return <MoneyInput {...{ currency, label }} min={how === "set" ? 0 : -100_000} {...props} />;
}
