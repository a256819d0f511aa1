import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useGeneralSettings } from "../account/general-settings.ts";
import { GatewayFields, gatewayAttributes } from "./gateway-fields.tsx";
import { draftOfGateway, type Gateway, type GatewayDraft, useGatewayWriting } from "./gateways.ts";

interface GatewayDialogProps {
  /** Undefined for a new gateway. */
  readonly id: number | undefined;
  readonly close: () => void;
}

/** A form for a payment gateway. Its kind cannot be changed later, because payments refer to it. */
export function GatewayDialog({ id, close }: GatewayDialogProps) {
  const { t } = useI18n();
  const currency = useGeneralSettings().data?.default_currency ?? "EUR";
  const names: Readonly<Record<keyof GatewayDraft, string>> = {
    name: t("gateways.name"),
    kind: t("gateways.kind"),
    test: t("gateways.sandbox"),
    credentials: t("gateways.credentials"),
    cardtypes: t("gateways.cardtypes"),
    currencies: t("gateways.currencies"),
    tokenize: t("gateways.tokenize"),
  };
  return (
    <RecordDialog<Gateway, GatewayDraft, number>
      {...{ id, close }}
      kind="payment_gateways"
      title={id === undefined ? t("gateways.add") : t("gateways.edit")}
      writing={useGatewayWriting()}
      draftOf={(gateway) => draftOfGateway(gateway, currency)}
      excluded={gatewayAttributes}
      nameOf={(field) => names[field]}
      textOf={(draft, field) =>
        field === "credentials" ? Object.values(draft.credentials).join("\n") : String(draft[field])
      }
      saved={t("gateways.saved")}
      // The former keys cannot be read.
      canUndo={false}
    >
      {(fields) => <GatewayFields {...fields} names={names} isNew={id === undefined} />}
    </RecordDialog>
  );
}
