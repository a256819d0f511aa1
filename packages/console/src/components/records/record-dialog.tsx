import type { Seen } from "../conflict/version.ts";
import { ConditionalDialog, type ConditionalDialogProps } from "./conditional-dialog.tsx";
import type { RecordCreation, RecordWriting } from "./record-writing.ts";

interface RecordDialogProps<R extends { readonly id: Id }, D extends object, Id>
  extends Pick<
    ConditionalDialogProps<Seen<R> | undefined, D>,
    "title" | "saved" | "excluded" | "canUndo" | "close" | "children"
  > {
  /** Undefined for a new record. */
  readonly id: Id | undefined;
  /** The kind of record. */
  readonly kind: string;
  /** Records that are created and removed, but not changed, have a creation only. */
  readonly writing: RecordWriting<R, D, Id> | RecordCreation<D>;
  readonly draftOf: (record: R | undefined) => D;
  /** A field's label, for a record that can be changed. */
  readonly nameOf?: (field: keyof D & string) => string;
  /** A field's value for people, where it is more than its text. */
  readonly textOf?: (draft: D, field: keyof D & string) => string;
}

/** A form for a new or a stored record. */
export function RecordDialog<R extends { readonly id: Id }, D extends object, Id extends string | number>({
  id,
  kind,
  writing,
  nameOf = (field) => field,
  textOf = (draft, field) => String(draft[field]),
  ...rest
}: RecordDialogProps<R, D, Id>) {
  return (
    <ConditionalDialog<Seen<R> | undefined, D>
      {...rest}
      size="lg"
      record={`${kind} ${id ?? "new"}`}
      read={async () => (id !== undefined && "read" in writing ? writing.read(id) : undefined)}
      begun={id === undefined ? { shown: undefined } : undefined}
      write={(seen, draft, setDraft) =>
        seen && "change" in writing ? writing.change(seen, draft) : writing.create(draft, setDraft)
      }
      {...{ nameOf, textOf }}
    />
  );
}
