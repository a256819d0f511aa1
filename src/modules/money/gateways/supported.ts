import { type Currency, currencies } from "../../../core/currencies.ts";
import type { GatewayName } from "./gateway.ts";

/** Every gateway of the registry (enums.yaml), whether Roost speaks to it or not. */
export const knownGatewayNames = ["service_pay", "ogone", "stripe", "bogus"] as const;

/** Kinds of cards, as the reference writes them. */
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

/**
 * What each gateway can take. In every currency here, Stripe counts the minor units of ISO 4217; whoever adds one must look whether it
 * does in that one, too (ISK and UGX it multiplies by 100).
 */
export const supportedBy: Readonly<Record<GatewayName, Supported>> = {
  bogus: { cardtypes, currencies },
  stripe: {
    cardtypes: cardtypes.filter((type) => type !== "maestro"),
    // It no longer takes roubles.
    currencies: currencies.filter((currency) => currency !== "RUB"),
  },
};
