import type { Seen } from "../conflict/version.ts";
import { ConditionalDialog, type ConditionalDialogProps } from "./conditional-dialog.tsx";
import type { RecordWriting } from "./record-writing.ts";

interface RecordDialogProps<R extends { readonly id: Id }, D extends object, Id>
  extends Pick<
    ConditionalDialogProps<Seen<R> | undefined, D>,
    "title" | "saved" | "excluded" | "nameOf" | "canUndo" | "close" | "children"
  > {
  /** Undefined for a new record. */
  readonly id: Id | undefined;
  /** The kind of record. */
  readonly kind: string;
  readonly writing: RecordWriting<R, D, Id>;
  readonly draftOf: (record: R | undefined) => D;
  /** A field's value for people, where it is more than its text. */
  readonly textOf?: (draft: D, field: keyof D & string) => string;
}

/** A form for a new or a stored record. */
export function RecordDialog<R extends { readonly id: Id }, D extends object, Id extends string | number>({
  id,
  kind,
  writing,
  textOf = (draft, field) => String(draft[field]),
  ...rest
}: RecordDialogProps<R, D, Id>) {
  return (
    <ConditionalDialog<Seen<R> | undefined, D>
      {...rest}
      size="lg"
      record={`${kind} ${id ?? "new"}`}
      read={async () => (id === undefined ? undefined : writing.read(id))}
      begun={id === undefined ? { shown: undefined } : undefined}
      write={(seen, draft) => (seen ? writing.change(seen, draft) : writing.create(draft))}
      textOf={textOf}
    />
  );
}
