import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import secrets from "./secrets.module.css";

/** A text with a button to copy it. */
export function CopiedText({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useI18n();
  const [isCopied, setCopied] = useState(false);
  return (
    <div className={secrets.copied}>
      <TextInput readOnly label={label} value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Button
        variant="default"
        aria-label={t("settings.copyOf", { what: label })}
        onClick={async () => {
          await navigator.clipboard.writeText(text);
          setCopied(true);
        }}
      >
        {isCopied ? t("settings.copied") : t("settings.copy")}
      </Button>
    </div>
  );
}
