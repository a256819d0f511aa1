import type { WriteContext } from "../../../kernel/write/context.ts";
import { touchRentals } from "../rentals/touch-rental.ts";
import { lockRentalsOfContact } from "./save-contact.ts";

/**
 * Permanently erases a contact's data, except its id, rentals and country. Rentals no longer show its name.
 */
export async function eraseContactData(context: WriteContext, id: number): Promise<void> {
  const { transaction, account } = context;
  const erased = await transaction.run(
    `update contacts set firstname = '(erased)', lastname = '(erased)', email = 'erased@erased.invalid', address1 = '(erased)',
       city = '(erased)', zip = '(erased)', gender = null, phones = '[]', website = null, private_notes = null, address2 = null,
       state = null, forget_me_at = statement_timestamp(), updated_at = statement_timestamp()
     where account_id = $1 and id = $2 and forget_me_at is null`,
    [account.id, id],
  );
  if (erased > 0) await touchRentals(context, await lockRentalsOfContact(context, id));
}
