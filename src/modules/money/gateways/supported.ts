import { type Currency, currencies } from "../../../core/currencies.ts";
import type { GatewayName } from "./gateway.ts";

/** Every gateway of the registry (enums.yaml), supported or not. */
export const registryGatewayNames = ["service_pay", "ogone", "stripe", "bogus"] as const;

/** Card types as the reference spells them. */
export const cardtypes = [
  "visa",
  "master",
  "american_express",
  "discover",
  "diners_club",
  "jcb",
  "maestro",
  "union_pay",
] as const;
export type Cardtype = (typeof cardtypes)[number];

interface Supported {
  readonly cardtypes: readonly Cardtype[];
  readonly currencies: readonly Currency[];
}

/** Stripe uses ISO 4217 minor units for these; check that before adding one (it multiplies ISK and UGX by 100, and MGA by 1). */
// biome-ignore format: one list, read as one
const stripeCurrencies: readonly Currency[] = [
  "AED", "ARS", "AUD", "BHD", "BIF", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DJF", "DKK", "EGP", "EUR", "GBP",
  "GEL", "GNF", "HKD", "HUF", "IDR", "ILS", "INR", "JOD", "JPY", "KES", "KMF", "KRW", "KWD", "MAD", "MUR", "MXN", "MYR", "NOK",
  "NZD", "OMR", "PEN", "PHP", "PLN", "PYG", "QAR", "RON", "RSD", "RWF", "SAR", "SEK", "SGD", "THB", "TND", "TRY", "UAH", "USD",
  "VND", "VUV", "XAF", "XOF", "XPF", "ZAR",
];

/** The card types and currencies of each gateway. */
export const supportedBy: Readonly<Record<GatewayName, Supported>> = {
  bogus: { cardtypes, currencies },
  stripe: {
    cardtypes: cardtypes.filter((type) => type !== "maestro"),
    currencies: stripeCurrencies,
  },
};
