import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useSession } from "../../../app/session.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { fieldProblem } from "../../form-problems.tsx";
import { TemplateChoice } from "../../templates/template-choice.tsx";
import { useBookingRendering } from "../../templates/templates.ts";

export const reasons = ["guest", "owner", "channel", "other"] as const;

export interface Reasons {
  readonly reason: (typeof reasons)[number] | "";
  /** The person's words for another reason. */
  readonly other: string;
  readonly message: string;
}

interface ReasonFieldsProps {
  readonly value: Reasons;
  readonly set: (part: Partial<Reasons>) => void;
  readonly booking: number;
  readonly hasGuest: boolean;
  readonly error: unknown;
}

/** The reason for a cancelation, and a message to the guest, which no mail carries. */
export function ReasonFields({ value, set, booking, hasGuest, error }: ReasonFieldsProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const render = useBookingRendering(booking);
  const { reason, other, message } = value;
  return (
    <>
      <NativeSelect
        mt="sm"
        label={t("booking.reason")}
        value={reason}
        error={reason === "other" ? undefined : fieldProblem(error, "reason")}
        onChange={({ currentTarget }) => set({ reason: reasons.find((one) => one === currentTarget.value) ?? "" })}
        data={[
          { value: "", label: t("cancel.noReason") },
          ...reasons.map((one) => ({ value: one, label: t(`cancel.reasons.${one}`) })),
        ]}
      />
      {reason === "other" && (
        <TextInput
          mt="xs"
          required
          label={t("cancel.otherReason")}
          value={other}
          error={fieldProblem(error, "reason")}
          onChange={({ currentTarget }) => set({ other: currentTarget.value })}
        />
      )}
      {hasGuest && (
        <>
          <Textarea
            mt="sm"
            rows={3}
            label={t("cancel.message")}
            description={t("cancel.messageHint")}
            value={message}
            error={fieldProblem(error, "message_to_guest")}
            onChange={({ currentTarget }) => set({ message: currentTarget.value })}
          />
          {may("inbox_write") && (
            <TemplateChoice
              render={render}
              insert={(text) => set({ message: [message.trimEnd(), text].filter(Boolean).join("\n\n") })}
            />
          )}
        </>
      )}
    </>
  );
}
