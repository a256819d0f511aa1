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
import { cardtypes, knownGatewayNames } from "./supported.ts";

const longest = 500;
const mostFields = 20;
const credential = textValue({ maxLength: longest });

const isCredentials = (candidate: unknown): candidate is Credentials =>
  isObject(candidate) && Object.values(candidate).every((value) => typeof value === "string");

/** An object of texts; null stands for an absent field. Which fields there are, the gateway decides. */
const credentials = () =>
  structure<Credentials>({
    title: "Object",
    schema: Type.Record(Type.String(), Type.String({ maxLength: longest }), { maxProperties: mostFields }),
    accept(input) {
      if (!isObject(input)) return problem("must be an object of texts");
      if (Object.keys(input).length > mostFields) return problem(`has too many fields (maximum is ${mostFields})`);
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

/** What an account takes money with (bookings.md, Payments). */
export const paymentGateway = defineResource("payment_gateways", {
  singular: "payment_gateway",
  description: "What the account takes money with: a payment service, with the account's credentials for it.",
  readScopes: ["preferences_payments_read", "preferences_payments_write"],
  attributes: {
    id: id(),
    name: string().required().description("What the account calls it."),
    test: boolean().neverNull().description("Whether it is for trying out: no money moves."),
    gateway_name: oneOf(knownGatewayNames)
      .required()
      .description(
        "Which payment service it is; set on creation. Roost speaks to bogus, which only pretends, and to stripe.",
      ),
    credentials: credentials()
      .required()
      .persistedByOperation()
      .description(
        "By field, as the service gave them: for stripe secret_key, publishable_key and webhook_secret; for bogus login and webhook_secret, if any. " +
          "Secrets are shown masked (sk_…1234); a masked value that is written back changes nothing.",
      ),
    supported_cardtypes: someOf(cardtypes, "card types").required().description("Which cards are taken."),
    supported_currencies: someOf(currencies, "currencies")
      .required()
      .description("In which currencies money is taken."),
    tokenize_credit_card_details: boolean()
      .neverNull()
      .description("Whether the guest's card is kept by the payment service, to be charged again."),
    host_service_pay_wallet_id: string()
      .readOnly()
      .description("The wallet of the service's own payment product; null for others."),
    ...timestamps(),
  },
  relations: { account: owner() },
});
