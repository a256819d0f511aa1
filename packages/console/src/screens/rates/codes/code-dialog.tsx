import { RecordDialog } from "../../../components/records/record-dialog.tsx";
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
  const namesOf = (chosen: CodeDraft["rentals"]): string => {
    if (chosen === null) return t("codes.allRentals");
    const names = rentals.filter(({ id }) => chosen.includes(String(id))).map(({ name }) => name);
    return names.join(", ") || t("codes.noRentals");
  };
  return (
    <RecordDialog<DiscountCode, CodeDraft, string>
      {...{ id, close }}
      kind="discount_codes"
      title={id === undefined ? t("codes.add") : t("codes.edit")}
      writing={useCodeWriting()}
      draftOf={(code) => draftOfCode(code, rentals[0]?.currency ?? "EUR")}
      excluded={codeFieldNames}
      nameOf={(field) => t(`codes.fields.${field}`)}
      textOf={(draft, field) => (field === "rentals" ? namesOf(draft.rentals) : draft[field])}
      saved={t("codes.saved")}
    >
      {(fields) => <CodeFields {...fields} rentals={rentals} />}
    </RecordDialog>
  );
}
