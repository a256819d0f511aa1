import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../../words/words.tsx";

/** A text that is needed elsewhere, with a button that copies it. */
export function CopiedText({ label, text }: { readonly label: string; readonly text: string }) {
  const { words } = useWords();
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="copied">
      <TextInput readOnly label={label} value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Button
        variant="default"
        aria-label={words.settings.copyOf(label)}
        onClick={async () => {
          await navigator.clipboard.writeText(text);
          setCopied(true);
        }}
      >
        {isCopied ? words.settings.copied : words.settings.copy}
      </Button>
    </div>
  );
}
