import { Option } from "commander";
import type { OpenDatabase } from "../../../database/open.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { ApplicationCache } from "../../../kernel/application-cache.ts";
import type { Attribute, Attributes } from "../../../kernel/attribute.ts";
import { publicOnly, readAccountSettings, type WriteContext } from "../../../kernel/write/context.ts";
import { administrator } from "../../../modules/platform/access/administrator.ts";
import { generalSettings } from "../../../modules/platform/preferences/general-settings.ts";
import { operationAt } from "../../../modules/records/imports/import-context.ts";
import type { Terminal } from "../terminal/terminal.ts";

const attributes: Attributes = generalSettings.attributes;

/** The account settings that the API can change, by their option names. */
const settings = new Map(
  Object.entries(attributes)
    .filter(([, { traits }]) => traits.writable)
    .map(([name, attribute]) => [optionOf(name, attribute).attributeName(), { name, attribute }]),
);

/** Builds an option for each setting. */
export const settingOptions = (): Option[] =>
  [...settings.values()].map(({ name, attribute }) => optionOf(name, attribute));

function optionOf(name: string, { traits }: Attribute<unknown>): Option {
  return new Option(`--${name.replaceAll("_", "-")} <value>`, traits.description);
}

/** Builds the API body from the options. An empty text becomes null. */
export function settingsIn(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    [...settings].flatMap(([option, { name, attribute }]) => {
      const text = options[option];
      return typeof text === "string" ? [[name, settingOf(attribute, text)]] : [];
    }),
  );
}

/** Converts a text to the attribute's type. Other texts stay as they are: the operation rejects them. */
function settingOf({ type }: Attribute<unknown>, text: string): unknown {
  if (text === "") return null;
  if (type.title === "Integer" && /^\d{1,9}$/.test(text)) return Number(text);
  if (type.title === "Boolean" && ["on", "off"].includes(text)) return text === "on";
  return text;
}

/** Changes settings through the API's own operation. @throws RequestError 422 with every problem, 403 for a closed account */
export async function changeSettings(
  terminal: Terminal,
  database: OpenDatabase["database"],
  { transaction, account }: { readonly transaction: Transaction; readonly account: number },
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { registry, routes } = await terminal.installation.registered();
  const now = await transaction.row<{ now: number }>("select now() as now");
  const context: WriteContext = {
    ...{
      transaction,
      registry,
      caller: administrator(account),
      account: await readAccountSettings(transaction, account),
    },
    ...{
      cache: new ApplicationCache(),
      secrets: await terminal.installation.openSecrets(terminal.environment, database),
    },
    ...{ files: terminal.installation.openFiles(terminal.environment), outgoing: publicOnly, repeat: undefined },
    now: now?.now ?? 0,
  };
  const operation = operationAt(routes, "PUT", `/preferences_general_settings/:preferences_general_setting_id`);
  await operation.run(context, {
    ids: new Map([["preferences_general_setting_id", String(account)]]),
    body: { preferences_general_settings: [body] },
  });
}
