import { Badge, Button } from "@mantine/core";
import { CreditCard } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Pending } from "../../../components/pending.tsx";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { CopiedText } from "../copied-text.tsx";
import { GatewayDialog } from "./gateway-dialog.tsx";
import { credentialFields, type Gateway, isGatewayKind, useGateways } from "./gateways.ts";

/** The payment services that the account uses. Accountants only see their names (bookings.md, Payments). */
export function GatewaysSection() {
  const { t } = useI18n();
  const gateways = useGateways();
  const [edited, setEdited] = useState<Gateway | "new">();
  if (!gateways.data) return <Pending reads={[gateways]} />;
  const add = <Button onClick={() => setEdited("new")}>{t("gateways.add")}</Button>;
  const isEmpty = gateways.data.length === 0;
  return (
    <section>
      <h2>
        {t("settings.titles.gateways")}
        {!isEmpty && add}
      </h2>
      <p className="hint">{t("gateways.about")}</p>
      {isEmpty && <EmptyState icon={CreditCard} text={t("gateways.none")} action={add} />}
      <RecordList label={t("settings.titles.gateways")}>
        {gateways.data.map((gateway) => (
          <RecordRow
            key={gateway.id}
            name={gateway.name}
            title={<Title gateway={gateway} />}
            edit={() => setEdited(gateway)}
          >
            <Facts gateway={gateway} />
          </RecordRow>
        ))}
      </RecordList>
      {edited && <GatewayDialog id={edited === "new" ? undefined : edited.id} close={() => setEdited(undefined)} />}
    </section>
  );
}

interface GatewayProps {
  readonly gateway: Gateway;
}

function Title({ gateway: { name, test } }: GatewayProps) {
  const { t } = useI18n();
  return (
    <>
      {name}{" "}
      {test && (
        <Badge variant="light" color="orange">
          {t("gateways.test")}
        </Badge>
      )}
    </>
  );
}

/** The kind, the masked keys, the currencies, and where the service sends its reports. */
function Facts({ gateway }: GatewayProps) {
  const { t } = useI18n();
  const { account } = useSession();
  const { gateway_name, credentials, supported_currencies: currencies, supported_cardtypes: cards, id } = gateway;
  const kind = t.find(`gateways.kinds.${gateway_name}`) ?? gateway_name;
  const keys = isGatewayKind(gateway_name) ? credentialFields[gateway_name].map((name) => credentials[name]) : [];
  const cardNames = cards.map((card) => t(`gateways.cards.${card}`));
  return (
    <>
      <p>{[kind, ...keys].filter(Boolean).join(" · ")}</p>
      <p>{[...currencies, ...cardNames].join(", ")}</p>
      <CopiedText label={t("gateways.reports")} text={`${location.origin}/webhooks/gateways/${account.id}/${id}`} />
    </>
  );
}
