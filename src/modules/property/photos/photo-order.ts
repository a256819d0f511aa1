import type { WriteContext } from "../../../kernel/write/context.ts";

/** How many photos a rental has. It is locked by now, and so is the order of its photos. */
export async function countPhotos({ transaction, account }: WriteContext, rentalId: number): Promise<number> {
  return transaction.run("select from photos where account_id = $1 and rental_id = $2 and deleted_at is null", [
    account.id,
    rentalId,
  ]);
}

/** A photo that takes another place among those of its rental. */
interface Move {
  readonly rentalId: number;
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/** Moves a photo to another place; those between make room, and change with it. */
export async function movePhoto({ transaction, account }: WriteContext, move: Move): Promise<void> {
  const { rentalId, id, from, to } = move;
  if (from === to) return;
  await transaction.run(
    `update photos set updated_at = clock_timestamp(),
       position = case when id = $3 then $5::integer when $5::integer > $4::integer then position - 1 else position + 1 end
     where account_id = $1 and rental_id = $2 and deleted_at is null
       and position between least($4::integer, $5::integer) and greatest($4::integer, $5::integer)`,
    [account.id, rentalId, id, from, to],
  );
}

/** Closes the gap that a deleted photo has left. */
export async function closeGap({ transaction, account }: WriteContext, rentalId: number): Promise<void> {
  await transaction.run(
    `update photos set position = place, updated_at = clock_timestamp() from (
       select id as moved, row_number() over (order by position) as place from photos
       where account_id = $1 and rental_id = $2 and deleted_at is null
     ) as ordered
     where account_id = $1 and id = moved and position <> place`,
    [account.id, rentalId],
  );
}
