import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { endFiles } from "../../platform/files/keep-file.ts";
import { erasing, type ForgetGuest } from "../clients/guest-data.ts";
import { task } from "./task.ts";
import { taskPhoto } from "./task-photo.ts";

/** The ids of the tasks of a guest's bookings. */
export async function tasksOfGuest({ transaction, account }: AccountTransaction, client: number): Promise<number[]> {
  const rows = await transaction.rows<{ id: number }>(
    `select tasks.id from tasks join bookings on bookings.account_id = $1 and bookings.id = tasks.booking_id
     where tasks.account_id = $1 and bookings.client_id = $2 order by tasks.id`,
    [account.id, client],
  );
  return rows.map(({ id }) => id);
}

/** Erases texts and photos of tasks of a guest's bookings. Open tasks are dropped: canceled. */
export const eraseGuestInTasks: ForgetGuest = async (context, { id }) => {
  const { transaction, account } = context;
  const rows = await transaction.rows<{ id: number }>(
    `update tasks set ${erasing(task)}, problem_reported_at = null, problem_solved = false, updated_at = statement_timestamp(),
       canceled_with_stay = false
     where account_id = $1 and booking_id in (
       select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2
     ) returning id`,
    [account.id, id],
  );
  const ids = rows.map((row) => row.id);
  await transaction.run(
    `update tasks set canceled_at = statement_timestamp()
     where account_id = $1 and id = any($2::bigint[]) and done_at is null and canceled_at is null`,
    [account.id, `{${ids.join(",")}}`],
  );
  const photos = await transaction.rows<{ id: number; stored_file_id: number | null }>(
    `select id, stored_file_id from task_photos where account_id = $1 and task_id = any($2::bigint[]) and deleted_at is null`,
    [account.id, `{${ids.join(",")}}`],
  );
  await transaction.run(
    `update task_photos set deleted_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and task_id = any($2::bigint[]) and deleted_at is null`,
    [account.id, `{${ids.join(",")}}`],
  );
  await endFiles(
    context,
    photos.flatMap(({ stored_file_id }) => stored_file_id ?? []),
  );
  return [
    { resource: task, ids },
    { resource: taskPhoto, ids: photos.map((photo) => photo.id) },
  ];
};
