import { Button } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { EmptyState } from "../empty-state.tsx";
import { useNotices } from "../notices.tsx";
import { Pending, type Read } from "../pending.tsx";
import { RecordList, RecordRow } from "./record-row.tsx";
import records from "./records.module.css";

interface RecordSectionProps<R> {
  readonly title: string;
  readonly hint: string;
  readonly icon: LucideIcon;
  /** Shown while there is no record. */
  readonly empty: string;
  /** The button's label; undefined for a person who may only read. */
  readonly add: string | undefined;
  /** Whether a record can be added now; default true. */
  readonly canAdd?: boolean;
  /** The section's queries. It shows its records when all have loaded. */
  readonly reads: readonly (Read & { readonly data: unknown })[];
  readonly list: readonly R[] | undefined;
  /** Completes the labels of the row's buttons. */
  readonly nameOf: (record: R) => string;
  /** The row's title, if it is more than the name. */
  readonly titleOf?: (record: R) => ReactNode;
  /** The lines below the name. */
  readonly about: (record: R) => ReactNode;
  /** Whether the record can still change, and be removed; default true. */
  readonly canEdit?: (record: R) => boolean;
  readonly canRemove?: (record: R) => boolean;
  /** The form of a record; undefined for a new one. */
  readonly dialog: (record: R | undefined, close: () => void) => ReactNode;
  /** Undefined where records cannot be removed. */
  readonly removal?: Removal<R> | undefined;
}

interface Removal<R> {
  readonly title: (name: string) => string;
  readonly confirmLabel: string;
  /** The consequences. */
  readonly text: string;
  readonly done: (name: string) => string;
  readonly act: (record: R) => Promise<unknown>;
}

/** A list of records with its empty state, errors, form and removal. */
export function RecordSection<R extends { readonly id: number | string }>(props: RecordSectionProps<R>) {
  const {
    title,
    hint,
    icon,
    empty,
    add,
    canAdd = true,
    reads,
    list,
    nameOf,
    titleOf,
    about,
    canEdit,
    canRemove,
    dialog,
    removal,
  } = props;
  const { notify } = useNotices();
  const [edited, setEdited] = useState<R | "new">();
  const [removed, setRemoved] = useState<R>();
  const shown = reads.every(({ data }) => data !== undefined) ? list : undefined;
  const button = add && canAdd && <Button onClick={() => setEdited("new")}>{add}</Button>;
  const allows = (record: R, condition = (_: R) => true) => add !== undefined && condition(record);
  return (
    <section aria-label={title}>
      <h2 className={records.head}>
        {title}
        {shown && shown.length > 0 && button}
      </h2>
      <p className="hint">{hint}</p>
      {!shown && <Pending reads={reads} />}
      {shown?.length === 0 && <EmptyState icon={icon} text={empty} action={button} />}
      {shown && shown.length > 0 && (
        <RecordList label={title}>
          {shown.map((record) => (
            <RecordRow
              key={record.id}
              name={nameOf(record)}
              title={titleOf?.(record)}
              edit={allows(record, canEdit) ? () => setEdited(record) : undefined}
              remove={removal && allows(record, canRemove) ? () => setRemoved(record) : undefined}
            >
              {about(record)}
            </RecordRow>
          ))}
        </RecordList>
      )}
      {edited && dialog(edited === "new" ? undefined : edited, () => setEdited(undefined))}
      {removed && removal && (
        <ConfirmDialog
          title={removal.title(nameOf(removed))}
          confirmLabel={removal.confirmLabel}
          act={() => removal.act(removed)}
          done={() => notify({ text: removal.done(nameOf(removed)) })}
          close={() => setRemoved(undefined)}
        >
          <p>{removal.text}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
