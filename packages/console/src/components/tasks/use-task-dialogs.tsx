import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Formats } from "../formats.ts";
import type { NewTask } from "./task-draft.ts";
import type { Task } from "./tasks.ts";

const TaskDialog = lazy(async () => ({ default: (await import("./task-dialog.tsx")).TaskDialog }));
const TaskForm = lazy(async () => ({ default: (await import("./task-form.tsx")).TaskForm }));

/** The open dialog: a task, its plan, or a new one. */
type Shown =
  | { readonly is: "task"; readonly id: number }
  | { readonly is: "plan"; readonly id: number; readonly booking: number | undefined; readonly day: string }
  | { readonly is: "new"; readonly begun: NewTask };

/** The dialogs of tasks, with the functions that open them. @param first the task to open at once */
export function useTaskDialogs(
  rentals: ReadonlyMap<number, { readonly name: string }>,
  formats: Formats,
  first?: number,
): { readonly open: (id: number) => void; readonly create: (begun: NewTask) => void; readonly dialog: ReactNode } {
  const [shown, show] = useState<Shown | undefined>(first === undefined ? undefined : { is: "task", id: first });
  const close = () => show(undefined);
  const shared = { rentals, formats, close };
  const dialog = (): ReactNode => {
    if (!shown) return null;
    if (shown.is === "new") return <TaskForm {...shared} id={undefined} begun={shown.begun} />;
    if (shown.is === "plan") {
      const { id, day, booking } = shown;
      return <TaskForm {...shared} id={id} begun={{ day, ...(booking === undefined ? {} : { booking }) }} />;
    }
    const edit = ({ id, links, due_from }: Task) =>
      show({ is: "plan", id, booking: links.booking ?? undefined, day: due_from.slice(0, 10) });
    return <TaskDialog {...shared} id={shown.id} edit={edit} />;
  };
  return {
    open: (id) => show({ is: "task", id }),
    create: (begun) => show({ is: "new", begun }),
    dialog: shown && <Suspense>{dialog()}</Suspense>,
  };
}
