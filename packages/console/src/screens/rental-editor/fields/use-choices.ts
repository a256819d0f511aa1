import { useMemo } from "react";
import { countriesIn } from "../../../components/lists/countries.ts";
import { currenciesIn } from "../../../components/lists/currencies.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Translate } from "../../../i18n/translate.ts";
import type { FieldKind } from "./field-lists.ts";

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The values of a kind's list; undefined for a kind without one. */
export function useChoices(kind: FieldKind): Choice[] | undefined {
  const { language, t } = useI18n();
  return useMemo(() => choicesOf(kind, language, t), [kind, language, t]);
}

function choicesOf(kind: FieldKind, language: string, t: Translate): Choice[] | undefined {
  switch (kind) {
    case "country":
      return countriesIn(language);
    case "currency":
      return currenciesIn(language);
    case "zone":
      // Browsers differ on whether UTC is one of them.
      return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])].map((value) => ({
        value,
        label: value.replaceAll("_", " "),
      }));
    case "rental_type":
      return t
        .namesBelow("rentalKinds")
        .map((value) => ({ value, label: t(`rentalKinds.${value}`) }))
        .sort((one, other) => one.label.localeCompare(other.label, language));
    case "base_rate_kind":
      return t.namesBelow("rates.baseRateKinds").map((value) => ({ value, label: t(`rates.baseRateKinds.${value}`) }));
    case "rounding_kind":
      return t
        .namesBelow("rentalEditor.roundings")
        .map((value) => ({ value, label: t(`rentalEditor.roundings.${value}`) }));
    default:
      return undefined;
  }
}
