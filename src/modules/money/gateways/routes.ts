import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { paymentGateway } from "./payment-gateway.ts";
import { createPaymentGateway, updatePaymentGateway } from "./save-payment-gateway.ts";

const scopes = ["preferences_payments_write"] as const;

export const gatewaysRoutes: readonly Route[] = [
  ...reads(paymentGateway),
  creates(paymentGateway, { scopes, create: createPaymentGateway }),
  ...updates(paymentGateway, { scopes, update: updatePaymentGateway }),
];
