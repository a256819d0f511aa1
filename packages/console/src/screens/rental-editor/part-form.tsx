import { Button, Group } from "@mantine/core";
import type { PropsWithChildren } from "react";
import { FormProblems } from "../../parts/form-problems.tsx";
import { useWords } from "../../words/words.tsx";
import type { PartDraft } from "./draft.ts";

interface PartFormProps {
  readonly id: string;
  readonly title: string;
  readonly draft: PartDraft;
  /** Attributes whose problems stand at their fields. */
  readonly besides: readonly string[];
}

/** A part of the editor that is saved on its own. */
export function PartForm({ id, title, draft, besides, children }: PropsWithChildren<PartFormProps>) {
  const { words } = useWords();
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          draft.save();
        }}
      >
        {children}
        <FormProblems error={draft.error} besides={besides} />
        <Group mt="md">
          <Button type="submit" disabled={!draft.isChanged} loading={draft.isSaving}>
            {words.rentalEditor.save}
          </Button>
          {draft.isChanged && (
            <>
              <Button variant="default" onClick={draft.discard}>
                {words.rentalEditor.discard}
              </Button>
              <span className="hint">{words.rentalEditor.unsaved}</span>
            </>
          )}
        </Group>
      </form>
    </section>
  );
}
