import { Group, NumberInput, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { GuestSelect } from "../../../components/guests/guest-select.tsx";
import { LanguageSelect } from "../../../components/guests/language-select.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "./book.module.css";
import type { StayDraft } from "./stay-draft.ts";

interface GuestFieldsProps {
  readonly draft: StayDraft;
  readonly set: (part: Partial<StayDraft>) => void;
  /** Whether the dialog begins with the guest. */
  readonly isFirst: boolean;
  readonly error: unknown;
}

/** The guest, found while typing or new with contacts, and the party. */
export function GuestFields({ draft, set, isFirst, error }: GuestFieldsProps) {
  const { t } = useI18n();
  const { guest } = draft;
  const isNew = guest !== undefined && guest.id === undefined;
  return (
    <>
      <div className={styles.fields}>
        <GuestSelect
          value={guest}
          isFirst={isFirst}
          choose={(chosen) => set({ guest: chosen })}
          error={fieldProblem(error, "client_id") ?? fieldProblem(error, "client")}
        />
        <Group grow gap="xs" wrap="nowrap">
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            label={t("book.adults")}
            min={1}
            value={draft.adults}
            onChange={(value) => set({ adults: Math.max(1, Number(value)) })}
          />
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            label={t("book.children")}
            min={0}
            value={draft.children}
            onChange={(value) => set({ children: Math.max(0, Number(value)) })}
          />
        </Group>
      </div>
      {isNew && (
        <div className={styles.fields}>
          <TextInput
            type="tel"
            label={t("booking.phone")}
            value={draft.phone}
            onChange={({ currentTarget }) => set({ phone: currentTarget.value })}
          />
          <TextInput
            type="email"
            label={t("booking.email")}
            value={draft.email}
            onChange={({ currentTarget }) => set({ email: currentTarget.value })}
          />
          <LanguageSelect value={draft.locale} choose={(locale) => set({ locale })} />
        </div>
      )}
    </>
  );
}
