import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { isCurrency } from "../../../components/lists/currencies.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type Gateway = Resource<"payment_gateways">;

/** The gateways that Roost supports, with their credentials in order (src/modules/money/gateways/credentials.ts). */
export const credentialFields = {
  stripe: ["secret_key", "publishable_key", "webhook_secret"],
  bogus: ["login", "webhook_secret"],
} as const;
export type GatewayKind = keyof typeof credentialFields;
export type CredentialName = (typeof credentialFields)[GatewayKind][number];

export const isGatewayKind = (name: string): name is GatewayKind => Object.hasOwn(credentialFields, name);

type CardType = Gateway["supported_cardtypes"][number];

/** The card types. The type holds the list complete. */
export const cardTypes = [
  ...(["visa", "master", "american_express", "discover"] as const),
  ...(["diners_club", "jcb", "maestro", "union_pay"] as const),
] satisfies readonly CardType[];

/** A gateway in the form. Stored secrets are masked, and stay as they are if they are sent back so. */
export interface GatewayDraft {
  readonly name: string;
  readonly kind: string;
  readonly test: boolean;
  readonly credentials: Readonly<Record<string, string>>;
  readonly cardtypes: readonly string[];
  readonly currencies: readonly string[];
  readonly tokenize: boolean;
}

export function draftOfGateway(gateway: Gateway | undefined, currency: string): GatewayDraft {
  return {
    name: gateway?.name ?? "",
    kind: gateway?.gateway_name ?? "stripe",
    test: gateway?.test ?? false,
    credentials: gateway?.credentials ?? {},
    cardtypes: gateway?.supported_cardtypes ?? ["visa", "master", "american_express"],
    currencies: gateway?.supported_currencies ?? [currency],
    tokenize: gateway?.tokenize_credit_card_details ?? true,
  };
}

function attributesOf(draft: GatewayDraft) {
  return {
    ...{ name: draft.name.trim(), test: draft.test, tokenize_credit_card_details: draft.tokenize },
    credentials: { ...draft.credentials },
    supported_cardtypes: cardTypes.filter((type) => draft.cardtypes.includes(type)),
    supported_currencies: draft.currencies.filter(isCurrency),
  };
}

/** The account's gateways, by name. */
export function useGateways() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "payment_gateways", "list"],
    queryFn: async ({ signal }) => {
      const gateways: Gateway[] = [];
      for await (const gateway of client.records("/payment_gateways", { signal })) gateways.push(gateway);
      return gateways.sort((one, other) => one.name.localeCompare(other.name));
    },
  });
}

export function useGatewayWriting(): RecordWriting<Gateway, GatewayDraft, number> {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "payment_gateways"] });
  return {
    async read(id) {
      const params = { path: { payment_gateway_id: [id] } };
      const { data, response } = await client.GET("/payment_gateways/{payment_gateway_id}", { params });
      return versioned(data.payment_gateways[0], response);
    },
    async create(draft) {
      const gateway_name = isGatewayKind(draft.kind) ? draft.kind : "stripe";
      await client.POST("/payment_gateways", {
        body: { payment_gateways: [{ ...attributesOf(draft), gateway_name }] },
      });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      const params = { path: { payment_gateway_id: id } };
      await client.PUT("/payment_gateways/{payment_gateway_id}", {
        ...{ params, headers: ifMatch(etag) },
        body: { payment_gateways: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
}
