import Type from "typebox";
import { currencies } from "../../../core/currencies.ts";
import { boolean, id, oneOf, string, structure, timestamps } from "../../../kernel/attribute.ts";
import { owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { someOf } from "../../../kernel/some-of.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { problem } from "../../../kernel/values/value-type.ts";
import type { Credentials } from "./gateway.ts";
import { cardtypes, registryGatewayNames } from "./supported.ts";

const maxLength = 500;
const maxFields = 20;
const credential = textValue({ maxLength });

const isCredentials = (candidate: unknown): candidate is Credentials =>
  isObject(candidate) && Object.values(candidate).every((value) => typeof value === "string");

/** An object of strings; null means an absent field. The gateway decides which fields exist. */
const credentials = () =>
  structure<Credentials>({
    title: "Object",
    schema: Type.Record(Type.String(), Type.String({ maxLength }), { maxProperties: maxFields }),
    accept(input) {
      if (!isObject(input)) return problem("must be an object of strings");
      if (Object.keys(input).length > maxFields) return problem(`has too many fields (maximum is ${maxFields})`);
      const accepted: Record<string, string> = {};
      for (const [name, value] of Object.entries(input)) {
        if (value === null) continue;
        const result = credential.accept(value);
        if ("problem" in result) return problem(`has a field that ${result.problem}: ${name.slice(0, 50)}`);
        accepted[name] = result.value;
      }
      return { value: accepted };
    },
    isValue: isCredentials,
  });

/** A payment service with the account's credentials for it (bookings.md, Payments). */
export const paymentGateway = defineResource("payment_gateways", {
  singular: "payment_gateway",
  description: "A payment service that the account uses, with its credentials.",
  readScopes: ["preferences_payments_read", "preferences_payments_write"],
  attributes: {
    id: id(),
    name: string().required().description("The account's name for the gateway."),
    test: boolean().neverNull().description("Whether the gateway is for testing: no money moves."),
    gateway_name: oneOf(registryGatewayNames)
      .required()
      .description("The payment service; set on creation. Roost supports stripe, and bogus, which simulates payments."),
    credentials: credentials()
      .required()
      .persistedByOperation()
      .description(
        "The service's credentials by field. Stripe: secret_key, publishable_key and webhook_secret. Bogus: login and webhook_secret, both optional. " +
          "Secrets are masked (sk_…1234); sending a masked value back keeps the secret.",
      ),
    supported_cardtypes: someOf(cardtypes, "card types").required().description("The accepted card types."),
    supported_currencies: someOf(currencies, "currencies").required().description("The accepted currencies."),
    tokenize_credit_card_details: boolean()
      .neverNull()
      .description("Whether the payment service stores the guest's card for later charges."),
    host_service_pay_wallet_id: string()
      .readOnly()
      .description("The wallet of the service's own payment product; null for other gateways."),
    ...timestamps(),
  },
  relations: { account: owner() },
});
