import { Button } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../../words/words.tsx";
import type { Guest } from "./guests.ts";
import { MergeDialog } from "./merge-dialog.tsx";

/** Lets somebody say that a guest is known twice (console.md, Screens). */
export function MergeGuest({ guest }: { readonly guest: Guest }) {
  const { words } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h3>{words.merge.title}</h3>
      <p className="hint">{words.merge.why}</p>
      <Button variant="default" onClick={() => setOpen(true)}>
        {words.merge.begin}
      </Button>
      {isOpen && <MergeDialog guest={guest} close={() => setOpen(false)} />}
    </>
  );
}
