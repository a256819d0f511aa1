import { Command, CommanderError } from "commander";
import { accountClose } from "./account-close.ts";
import { accountCreate } from "./account-create.ts";
import { accountReopen } from "./account-reopen.ts";
import { agentTokenCreate } from "./agent-token-create.ts";
import { agentTokenList } from "./agent-token-list.ts";
import { agentTokenRevoke } from "./agent-token-revoke.ts";
import { applicationCreate } from "./application-create.ts";
import { backupCommand } from "./backup.ts";
import { clientExport } from "./client-export.ts";
import { consoleCommand } from "./console.ts";
import { demo } from "./demo.ts";
import { exchangeRatesLoad } from "./exchange-rates-load.ts";
import { ExitCode } from "./exit-code.ts";
import { failureLine } from "./failure.ts";
import { importCommand } from "./import-file.ts";
import { jobsCommand } from "./jobs.ts";
import { migrateCommand } from "./migrate.ts";
import { restoreCommand } from "./restore.ts";
import { routesCommand } from "./routes.ts";
import { payoutsImport } from "./payouts-import.ts";
import { secretsRotate } from "./secrets-rotate.ts";
import type { Terminal } from "./terminal.ts";
import { tokenIssue } from "./token-issue.ts";
import { tokenRevoke } from "./token-revoke.ts";
import { userCreate } from "./user-create.ts";
import { userInvite } from "./user-invite.ts";
import { userPassword } from "./user-password.ts";
import { workerCommand } from "./worker.ts";

const about = `The administrator's command line. It works whether or not the service runs.
It uses the service's database: DATABASE_URL, or else the embedded one in ROOST_DATA_DIR (./data).`;

/**
 * Runs one command.
 * @returns the exit code: 0, 1 for a command that failed, 2 for one that was not understood, and others that a command says
 */
export async function runProgram(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync([...words], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof ExitCode) return error.code;
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const line = failureLine(error, terminal.installation);
    if (line === undefined) throw error;
    terminal.err(`error: ${line}\n`);
    return 1;
  }
}

function program(terminal: Terminal): Command {
  const roost = new Command("npm run -s roost --")
    .description(about)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out(text),
      writeErr: (text) => terminal.err(text),
      // One line, with the suggestion that commander puts on a second one.
      outputError: (text, write) => write(`${text.trim().replace(/\s*\n\s*/g, " ")}\n`),
    });
  const account = group(roost, "account", "Accounts: the businesses that rent out.");
  accountCreate(account, terminal);
  accountClose(account, terminal);
  accountReopen(account, terminal);
  const user = group(roost, "user", "The people who work for accounts.");
  userCreate(user, terminal);
  userInvite(user, terminal);
  userPassword(user, terminal);
  applicationCreate(group(roost, "application", "Applications that use accounts through the API."), terminal);
  clientExport(group(roost, "client", "Clients: the guests of accounts."), terminal);
  const token = group(roost, "token", "Access tokens of the API.");
  tokenIssue(token, terminal);
  tokenRevoke(token, terminal);
  const agentToken = group(roost, "agent-token", "Tokens with which AI agents read accounts.");
  agentTokenCreate(agentToken, terminal);
  agentTokenRevoke(agentToken, terminal);
  agentTokenList(agentToken, terminal);
  exchangeRatesLoad(group(roost, "exchange-rates", "Exchange rates, which are the same for all accounts."), terminal);
  payoutsImport(group(roost, "payouts", "What payment gateways and channels paid out."), terminal);
  importCommand(roost, terminal);
  secretsRotate(group(roost, "secrets", "The key under which secrets are sealed."), terminal);
  demo(roost, terminal);
  jobsCommand(roost, terminal);
  workerCommand(roost, terminal);
  migrateCommand(roost, terminal);
  backupCommand(roost, terminal);
  restoreCommand(roost, terminal);
  routesCommand(roost, terminal);
  consoleCommand(roost, terminal);
  return roost;
}

function group(roost: Command, name: string, description: string): Command {
  return roost.command(name).description(description);
}
