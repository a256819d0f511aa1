import { type Command, Option } from "commander";
import { RequestError } from "../../../kernel/errors.ts";
import {
  type AccountStatus,
  accountStatuses,
  changeAdministered,
} from "../../../modules/platform/accounts/change-administered.ts";
import { examples, type PrintOptions, withJsonOption } from "../common-options.ts";
import { withDatabase } from "../database/with-database.ts";
import { print, type Terminal } from "../terminal/terminal.ts";
import { parseList } from "../terminal/values.ts";
import { resolveAccount, commandCause } from "../with-account.ts";
import { changeSettings, settingOptions, settingsIn } from "./settings.ts";

interface Options extends PrintOptions {
  readonly status?: AccountStatus;
  readonly defaultLocale?: string;
  readonly selectedLocales?: string[];
}

/** `account change`. Most of its options are the general settings of the API, by their names. */
export function accountChange(parent: Command, terminal: Terminal): void {
  const command = withJsonOption(parent.command("change"))
    .description('Change settings of an account. What is not named stays; an empty value ("") takes one away.')
    .argument("<account>", "account id or name")
    .addOption(new Option("--status <status>", "what the API tells of it").choices(accountStatuses))
    .option("--default-locale <locale>", "the locale of texts that name no other")
    .option("--selected-locales <locales>", "all locales in which its texts are kept, such as en,fr", parseList);
  for (const option of settingOptions()) command.addOption(option);
  examples(command, 'account change 1 --business-name "Les Robles" --default-currency EUR');
  command.action(async (named: string, options: Options) => {
    const administered = administeredIn(options);
    const body = settingsIn(command.opts());
    const changed = [...Object.keys(administered), ...Object.keys(body)];
    if (changed.length === 0)
      throw new RequestError("bad_request", "Name what to change, such as --business-name: see account change --help.");
    const id = await withDatabase(terminal, async ({ database }) => {
      const account = await resolveAccount(database, named);
      await database.within([account], commandCause("account change")).transaction(async (transaction) => {
        const { default_locale: locale, selected_locales: locales, status } = administered;
        await changeAdministered(transaction, account, { locale, locales, status });
        if (Object.keys(body).length > 0) await changeSettings(terminal, database, { transaction, account }, body);
      });
      return account;
    });
    print(terminal, options, { text: `The account ${id} is changed: ${changed.join(", ")}.`, json: { id, changed } });
  });
}

/** By the names that the API has for them; those that are not named are left out. */
function administeredIn({ status, defaultLocale, selectedLocales }: Options) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(defaultLocale === undefined ? {} : { default_locale: defaultLocale }),
    ...(selectedLocales === undefined ? {} : { selected_locales: selectedLocales }),
  };
}
