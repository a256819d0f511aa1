import { TextInput } from "@mantine/core";
import { Lines } from "../../../components/records/lines.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { ContactPhone } from "./contact-writing.ts";

interface PhoneLinesProps {
  readonly phones: readonly ContactPhone[];
  readonly error: unknown;
  readonly change: (phones: readonly ContactPhone[]) => void;
}

/** A contact's phone numbers, each with a label such as "mobile". */
export function PhoneLines({ phones, error, change }: PhoneLinesProps) {
  const { t } = useI18n();
  return (
    <Lines
      {...{ error, change }}
      lines={phones}
      title={t("guest.phones")}
      attribute="phones"
      make={() => ({ key: crypto.randomUUID(), label: "", number: "" })}
      addLabel={t("guest.addPhone")}
      removeLabel={({ number }) => t("guest.remove", { what: number })}
      inputs={({ label, number }, set) => (
        <>
          <TextInput
            type="tel"
            maxLength={50}
            aria-label={t("guest.phone")}
            placeholder={t("guest.phone")}
            value={number}
            onChange={({ currentTarget: { value } }) => set({ number: value })}
          />
          <TextInput
            maxLength={100}
            aria-label={t("contacts.phoneLabel")}
            placeholder={t("contacts.phoneLabel")}
            value={label}
            onChange={({ currentTarget: { value } }) => set({ label: value })}
          />
        </>
      )}
    />
  );
}
