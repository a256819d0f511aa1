import type { ComponentProps } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { DecimalInput } from "../decimal-input.tsx";
import { MoneyInput } from "../money-input.tsx";
import type { PriceChange } from "./changed-rate.ts";

interface ChangeInputProps extends Omit<ComponentProps<typeof MoneyInput>, "currency" | "label" | "min"> {
  readonly how: PriceChange["how"];
  /** Of the nights' prices. */
  readonly currencies: readonly string[];
}

/** The percentage or amount by which prices change. */
export function ChangeInput({ how, currencies, ...props }: ChangeInputProps) {
  const { t } = useI18n();
  if (how === "percent") return <DecimalInput label={t("rates.percent")} decimals={2} {...props} />;
  const [currency = ""] = currencies;
  const label = t("rates.price", { currency: currencies.join(", ") });
  return <MoneyInput {...{ currency, label }} min={how === "set" ? 0 : -100_000} {...props} />;
}
