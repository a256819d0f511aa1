import type { MoveGuest } from "../clients/guest-move.ts";

/**
 * A guest's places in conversations, with what was sent from them. Nobody takes part in one twice: where both did, the messages change
 * hands, and the other place stays, as that of a guest who has sent none.
 */
export const moveGuestInInbox: MoveGuest = async ({ transaction, account }, { from, to }) => {
  const values = [account.id, from, to];
  const twice = await transaction.rows<{ left: number; kept: number }>(
    `select leaving.id as left, staying.id as kept from participants as leaving
     join participants as staying on staying.account_id = leaving.account_id and staying.conversation_id = leaving.conversation_id
       and staying.client_id = $3
     where leaving.account_id = $1 and leaving.client_id = $2 order by leaving.id`,
    values,
  );
  const [left, kept] = [twice.map((pair) => pair.left), twice.map((pair) => pair.kept)].map(
    (ids) => `{${ids.join(",")}}`,
  );
  await transaction.run(
    `update messages set sender_id = pairs.kept, updated_at = clock_timestamp()
     from unnest($2::bigint[], $3::bigint[]) as pairs (old, kept)
     where messages.account_id = $1 and messages.sender_id = pairs.old`,
    [account.id, left, kept],
  );
  await transaction.run(
    `update participants set last_message_sent_at = greatest(participants.last_message_sent_at, leaving.last_message_sent_at),
       updated_at = clock_timestamp()
     from unnest($2::bigint[], $3::bigint[]) as pairs (old, kept), participants as leaving
     where participants.account_id = $1 and participants.id = pairs.kept and leaving.account_id = $1 and leaving.id = pairs.old`,
    [account.id, left, kept],
  );
  await transaction.run(
    "update participants set last_message_sent_at = null, updated_at = clock_timestamp() where account_id = $1 and id = any($2::bigint[])",
    [account.id, left],
  );
  await transaction.run(
    `update participants set client_id = $3, updated_at = clock_timestamp()
     where account_id = $1 and client_id = $2 and not (id = any($4::bigint[]))`,
    [...values, left],
  );
};
