import { Textarea } from "@mantine/core";
import { useI18n } from "../../i18n/i18n.ts";
import { textIn } from "../text-in.ts";
import type { Agreement } from "./agreements.ts";

interface AgreementTextProps {
  readonly label: string;
  readonly agreement: Agreement;
}

/** An agreement's text to read and copy, in the person's language. */
export function AgreementText({ label, agreement }: AgreementTextProps) {
  const { language } = useI18n();
  return (
    <Textarea
      readOnly
      autosize
      minRows={4}
      maxRows={16}
      aria-label={label}
      value={textIn(agreement.body_translations, language)}
    />
  );
}
