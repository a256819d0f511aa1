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
import { commandCause, resolveAccount } from "../with-account.ts";
import { changeSettings, settingOptions, settingsIn } from "./settings.ts";

interface Options extends PrintOptions {
  readonly status?: AccountStatus;
  readonly defaultLocale?: string;
  readonly selectedLocales?: string[];
}

/** `account change`. Most of its options come from the API's general settings. */
export function accountChange(parent: Command, terminal: Terminal): void {
  const command = withJsonOption(parent.command("change"))
    .description('Change an account\'s settings. Omitted settings keep their value; an empty value ("") clears one.')
    .argument("<account>", "account id or name")
    .addOption(new Option("--status <status>", "status that the API shows").choices(accountStatuses))
    .option("--default-locale <locale>", "default locale of its texts")
    .option("--selected-locales <locales>", "locales of its texts, such as en,fr", parseList);
  for (const option of settingOptions()) command.addOption(option);
  examples(command, 'account change 1 --business-name "Les Robles" --default-currency EUR');
  command.action(async (named: string, options: Options) => {
    const administered = administeredIn(options);
    const body = settingsIn(command.opts());
    const changed = [...Object.keys(administered), ...Object.keys(body)];
    if (changed.length === 0)
      throw new RequestError(
        "bad_request",
        "Nothing to change. Add a setting, such as --business-name (see account change --help).",
      );
    const id = await withDatabase(terminal, async ({ database }) => {
      const account = await resolveAccount(database, named);
      await database.within([account], commandCause("account change")).transaction(async (transaction) => {
        const { default_locale: locale, selected_locales: locales, status } = administered;
        await changeAdministered(transaction, account, { locale, locales, status });
        if (Object.keys(body).length > 0) await changeSettings(terminal, database, { transaction, account }, body);
      });
      return account;
    });
    print(terminal, options, { text: `Updated account ${id}: ${changed.join(", ")}.`, json: { id, changed } });
  });
}

/** The options under their API names, without those that are absent. */
function administeredIn({ status, defaultLocale, selectedLocales }: Options) {
  return {
    ...(status === undefined ? {} : { status }),
    ...(defaultLocale === undefined ? {} : { default_locale: defaultLocale }),
    ...(selectedLocales === undefined ? {} : { selected_locales: selectedLocales }),
  };
}
