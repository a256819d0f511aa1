import type { Command } from "commander";
import { accountChange } from "./account/change.ts";
import { accountClose } from "./account/close.ts";
import { accountCreate } from "./account/create.ts";
import { accountDisable } from "./account/disable.ts";
import { accountList, accountShow } from "./account/list.ts";
import { accountReopen } from "./account/reopen.ts";
import { agentTokenChange } from "./agent-token/change.ts";
import { agentTokenCreate } from "./agent-token/create.ts";
import { agentTokenList } from "./agent-token/list.ts";
import { agentTokenRevoke } from "./agent-token/revoke.ts";
import { applicationChange } from "./application/change.ts";
import { applicationCreate } from "./application/create.ts";
import { applicationDisable, applicationEnable } from "./application/disable.ts";
import { applicationList, applicationShow } from "./application/list.ts";
import { applicationSecret } from "./application/secret.ts";
import { applicationUninstall } from "./application/uninstall.ts";
import { secretsRotate } from "./database/secrets-rotate.ts";
import { clientExport } from "./records/client-export.ts";
import { exchangeRatesLoad } from "./records/exchange-rates-load.ts";
import { mailList } from "./records/mail-list.ts";
import { paymentUnanswered } from "./records/payment-unanswered.ts";
import { payoutsImport } from "./records/payouts-import.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { tokenIssue } from "./token/issue.ts";
import { tokenList } from "./token/list.ts";
import { tokenRevoke } from "./token/revoke.ts";
import { userChange } from "./user/change.ts";
import { userCreate } from "./user/create.ts";
import { userDisable, userEnable } from "./user/disable.ts";
import { userInvitations, userUninvite } from "./user/invitations.ts";
import { userInvite } from "./user/invite.ts";
import { userList, userShow } from "./user/list.ts";
import { userPassword } from "./user/password.ts";
import { userRemove, userRole } from "./user/role.ts";
import { userSecondFactorOff } from "./user/second-factor-off.ts";
import { webhookDeliveries } from "./webhook/deliveries.ts";
import { webhookList, webhookShow } from "./webhook/list.ts";
import { webhookPing } from "./webhook/ping.ts";
import { webhookReplay } from "./webhook/replay.ts";
import { webhookDisable, webhookEnable } from "./webhook/set-enabled.ts";

type AddCommand = (parent: Command, terminal: Terminal) => void;

/** The commands for one subject, such as `account list`. */
interface Group {
  readonly name: string;
  readonly description: string;
  readonly commands: readonly AddCommand[];
}

/** All subjects with their commands, in the order of `--help`. */
export const groups: readonly Group[] = [
  {
    name: "account",
    description: "Manage accounts: the businesses that rent out homes.",
    commands: [
      ...[accountList, accountShow, accountCreate, accountChange],
      ...[accountDisable, accountClose, accountReopen],
    ],
  },
  {
    name: "user",
    description: "Manage users: the people who work for accounts.",
    commands: [
      ...[userList, userShow, userCreate, userInvite, userInvitations, userUninvite, userChange, userRole, userRemove],
      ...[userPassword, userSecondFactorOff, userDisable, userEnable],
    ],
  },
  {
    name: "application",
    description: "Manage applications that use the API.",
    commands: [
      ...[applicationList, applicationShow, applicationCreate, applicationChange, applicationSecret],
      ...[applicationUninstall, applicationDisable, applicationEnable],
    ],
  },
  { name: "token", description: "Manage API access tokens.", commands: [tokenList, tokenIssue, tokenRevoke] },
  {
    name: "agent-token",
    description: "Manage tokens for AI agents.",
    commands: [agentTokenList, agentTokenCreate, agentTokenChange, agentTokenRevoke],
  },
  {
    name: "webhook",
    description: "Manage webhook endpoints.",
    commands: [
      ...[webhookList, webhookShow, webhookDeliveries, webhookPing, webhookReplay],
      ...[webhookDisable, webhookEnable],
    ],
  },
  { name: "mail", description: "Inspect outgoing mail.", commands: [mailList] },
  { name: "payment", description: "Inspect gateway payments.", commands: [paymentUnanswered] },
  { name: "client", description: "Export data about clients, the accounts' guests.", commands: [clientExport] },
  {
    name: "exchange-rates",
    description: "Manage exchange rates, which all accounts share.",
    commands: [exchangeRatesLoad],
  },
  { name: "payouts", description: "Import payouts from payment gateways and channels.", commands: [payoutsImport] },
  { name: "secrets", description: "Manage the key that encrypts secrets.", commands: [secretsRotate] },
];
