import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { draftKey, readDraft, storeDraft } from "./stored-drafts.ts";

/** Unsent input that survives another screen and a reload (cases/console.md 28). */
export interface KeptDraft<D> {
  readonly draft: D;
  /** Whether it differs from the empty draft. */
  readonly isDirty: boolean;
  /** Changes the present draft, also after the form was left. */
  change(edit: (before: D) => D): void;
  /** Call it after the write. */
  clear(): void;
}

/** @param record names the form and its record, such as `answer.12`; undefined for input that ends with its form */
export function useDraft<D>(record: string | undefined, empty: D): KeptDraft<D> {
  const { person, account } = useSession();
  const key = record === undefined ? undefined : draftKey(person.user.id, account.id, record);
  const read = () => (key === undefined ? empty : readDraft(key, empty));
  // The storage has the draft; the state renders its changes.
  const [kept, setKept] = useState(() => ({ key, draft: read() }));
  const draft = kept.key === key ? kept.draft : read();
  const change = (edit: (before: D) => D): void => {
    if (key !== undefined) storeDraft(key, edit(read()), empty);
    setKept((before) => ({ key, draft: key === undefined ? edit(before.draft) : read() }));
  };
  return {
    draft,
    isDirty: JSON.stringify(draft) !== JSON.stringify(empty),
    change,
    clear: () => change(() => empty),
  };
}
