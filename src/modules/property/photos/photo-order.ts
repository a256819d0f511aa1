import type { WriteContext } from "../../../kernel/write/context.ts";

/** Counts a rental's photos. The rental's lock protects their order. */
export async function countPhotos({ transaction, account }: WriteContext, rentalId: number): Promise<number> {
  return transaction.run("select from photos where account_id = $1 and rental_id = $2 and deleted_at is null", [
    account.id,
    rentalId,
  ]);
}

/** A photo that moves to another position. */
interface Move {
  readonly rentalId: number;
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** Moves a photo to another position and shifts those between. */
export async function movePhoto({ transaction, account }: WriteContext, move: Move): Promise<void> {
  const { rentalId, id, from, to } = move;
  if (from === to) return;
  await transaction.run(
    `update photos set updated_at = statement_timestamp(),
       position = case when id = $3 then $5::integer when $5::integer > $4::integer then position - 1 else position + 1 end
     where account_id = $1 and rental_id = $2 and deleted_at is null
       and position between least($4::integer, $5::integer) and greatest($4::integer, $5::integer)`,
    [account.id, rentalId, id, from, to],
  );
}

/** Closes the gap that a deleted photo left. */
export async function closeGap({ transaction, account }: WriteContext, rentalId: number): Promise<void> {
  await transaction.run(
    `update photos set position = new_position, updated_at = statement_timestamp() from (
       select id as moved, row_number() over (order by position) as new_position from photos
       where account_id = $1 and rental_id = $2 and deleted_at is null
     ) as ordered
     where account_id = $1 and id = moved and position <> new_position`,
    [account.id, rentalId],
  );
}
