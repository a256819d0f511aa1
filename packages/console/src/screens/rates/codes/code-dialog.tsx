import { RecordDialog } from "../../../components/conflict/record-dialog.tsx";
import type { Seen } from "../../../components/conflict/version.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { CodeFields, codeFieldNames } from "./code-fields.tsx";
import { type CodeDraft, type DiscountCode, draftOfCode, useCodeWriting } from "./codes.ts";

interface CodeDialogProps {
  /** Undefined for a new code. */
  readonly id: string | undefined;
  readonly rentals: readonly { readonly id: number; readonly name: string; readonly currency: string }[];
  readonly close: () => void;
}

/** A form for a discount code. */
export function CodeDialog({ id, rentals, close }: CodeDialogProps) {
  const { t } = useI18n();
  const { read, create, change } = useCodeWriting();
  return (
    <RecordDialog<Seen<DiscountCode> | null, CodeDraft>
      title={id === undefined ? t("codes.add") : t("codes.edit")}
      size="lg"
      record={`discount_codes ${id}`}
      excluded={codeFieldNames}
      read={async () => (id === undefined ? null : read(id))}
      begun={id === undefined ? { shown: null } : undefined}
      draftOf={(code) => draftOfCode(code ?? undefined, rentals[0]?.currency ?? "EUR")}
      write={(seen, draft) => (seen ? change(seen, draft) : create(draft))}
      saved={t("codes.saved")}
      saveLabel={t("codes.save")}
      nameOf={(field) => t(`codes.fields.${field}`)}
      textOf={(draft, field) => String(draft[field])}
      close={close}
    >
      {(fields) => <CodeFields {...fields} rentals={rentals} />}
    </RecordDialog>
  );
}
