import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import type { RecordFields } from "../../../components/records/conditional-dialog.tsx";
import records from "../../../components/records/records.module.css";
import { useI18n } from "../../../i18n/i18n.ts";
import { CredentialInputs } from "./credential-inputs.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";
import { cardTypes, type GatewayDraft, isGatewayKind } from "./gateways.ts";

interface GatewayFieldsProps extends RecordFields<GatewayDraft> {
  readonly names: Readonly<Record<keyof GatewayDraft, string>>;
  readonly isNew: boolean;
}

/** The attributes whose problems are shown at their fields. */
export const gatewayAttributes: readonly string[] = [
  ...["name", "gateway_name", "test", "credentials", "supported_cardtypes", "supported_currencies"],
];

/** A gateway's kind, keys, cards and currencies. */
export function GatewayFields({ draft, setDraft, error, names, isNew }: GatewayFieldsProps) {
  const { t } = useI18n();
  const set = (change: Partial<GatewayDraft>) => setDraft((before) => ({ ...before, ...change }));
  return (
    <div className={records.fields}>
      <TextInput
        required
        data-autofocus
        label={names.name}
        value={draft.name}
        error={fieldProblem(error, "name")}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <NativeSelect
        label={names.kind}
        disabled={!isNew}
        value={draft.kind}
        error={fieldProblem(error, "gateway_name")}
        // The keys of another service mean nothing to this one.
        onChange={({ currentTarget }) => set({ kind: currentTarget.value, credentials: {} })}
        data={t.namesBelow("gateways.kinds").map((value) => ({ value, label: t(`gateways.kinds.${value}`) }))}
      />
      {isGatewayKind(draft.kind) && (
        <CredentialInputs
          kind={draft.kind}
          values={draft.credentials}
          problem={fieldProblem(error, "credentials")}
          change={(credentials) => set({ credentials })}
        />
      )}
      <Checkbox
        className={records.wide}
        label={names.test}
        description={t("gateways.sandboxHint")}
        checked={draft.test}
        error={fieldProblem(error, "test")}
        onChange={({ currentTarget }) => set({ test: currentTarget.checked })}
      />
      <Checkbox
        className={records.wide}
        label={names.tokenize}
        description={t("gateways.tokenizeHint")}
        checked={draft.tokenize}
        onChange={({ currentTarget }) => set({ tokenize: currentTarget.checked })}
      />
      <Checkbox.Group
        className={records.wide}
        label={names.cardtypes}
        value={[...draft.cardtypes]}
        error={fieldProblem(error, "supported_cardtypes")}
        onChange={(cardtypes) => set({ cardtypes })}
      >
        <div className={records.choices}>
          {cardTypes.map((type) => (
            <Checkbox key={type} value={type} label={t(`gateways.cards.${type}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <CurrencyChoice
        label={names.currencies}
        chosen={draft.currencies}
        choose={(currencies) => set({ currencies })}
        problem={fieldProblem(error, "supported_currencies")}
      />
    </div>
  );
}
