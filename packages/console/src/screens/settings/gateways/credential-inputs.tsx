import { Text, TextInput } from "@mantine/core";
import records from "../../../components/records/records.module.css";
import { useI18n } from "../../../i18n/i18n.ts";
import { credentialFields, type GatewayKind } from "./gateways.ts";

interface CredentialInputsProps {
  readonly kind: GatewayKind;
  readonly values: Readonly<Record<string, string>>;
  /** Names the wrong keys. */
  readonly problem: string | undefined;
  readonly change: (values: Readonly<Record<string, string>>) => void;
}

/** The service's keys. The service shows stored secrets masked; a masked value that is sent back changes nothing. */
export function CredentialInputs({ kind, values, problem, change }: CredentialInputsProps) {
  const { t } = useI18n();
  return (
    <>
      {credentialFields[kind].map((name) => (
        <TextInput
          key={name}
          autoComplete="off"
          spellCheck={false}
          required={kind === "stripe"}
          label={t(`gateways.keys.${name}`)}
          value={values[name] ?? ""}
          error={problem?.includes(name)}
          onChange={({ currentTarget }) => change({ ...values, [name]: currentTarget.value })}
        />
      ))}
      <Text className={records.wide} size="sm" c="dimmed">
        {t("gateways.masked")}
      </Text>
      {problem && (
        <Text className={records.wide} size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
