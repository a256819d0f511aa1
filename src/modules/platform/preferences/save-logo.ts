import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { StoredFile } from "../../../kernel/files/files.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { touchAccountSettings } from "../accounts/update-account-settings.ts";
import { endFiles, keepFile } from "../files/keep-file.ts";

/** Media types that a PDF file can contain. */
export const logoTypes = ["image/png", "image/jpeg"];

/** Each invoice contains the logo. */
const maxPixels = 2000;
const maxBytes = 500_000;

/** Checks that a logo is small enough for every invoice. */
export function checkLogo({ size, bytes }: StoredFile, errors: ValidationErrors): void {
  if (bytes > maxBytes) errors.add("logo", "is too large (maximum is 500 kB)");
  if (size && Math.max(size.width, size.height) > maxPixels)
    errors.add("logo", `is too large (maximum is ${maxPixels} × ${maxPixels} pixels)`);
}

/** Replaces the account's logo, or removes it. */
export async function saveLogo(context: WriteContext, logo: StoredFile | undefined): Promise<void> {
  const { transaction, account } = context;
  const former = await transaction.row<{ stored_file_id: number }>(
    "select stored_file_id from account_logos where account_id = $1 and stored_file_id is not null for update",
    [account.id],
  );
  if (logo) await keepFile(context, logo.id);
  await transaction.run(
    `insert into account_logos (account_id, stored_file_id) values ($1, $2)
     on conflict (account_id) do update set stored_file_id = excluded.stored_file_id`,
    [account.id, logo?.id ?? null],
  );
  if (former) await endFiles(context, [former.stored_file_id]);
  await touchAccountSettings(context);
}
