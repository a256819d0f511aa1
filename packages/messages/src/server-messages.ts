// The types of the English catalogue, which every other language follows.

import type calendarFeed from "../catalogues/en/mails/calendar-feed.json";
import type mailsCommon from "../catalogues/en/mails/common.json";
import type depositMails from "../catalogues/en/mails/deposit.json";
import type inboxNotification from "../catalogues/en/mails/inbox-notification.json";
import type invitation from "../catalogues/en/mails/invitation.json";
import type invoiceMail from "../catalogues/en/mails/invoice.json";
import type messageToGuest from "../catalogues/en/mails/message-to-guest.json";
import type notice from "../catalogues/en/mails/notice.json";
import type ownerStatement from "../catalogues/en/mails/owner-statement.json";
import type passwordReset from "../catalogues/en/mails/password-reset.json";
import type portalCode from "../catalogues/en/mails/portal-code.json";
import type secondFactorChanged from "../catalogues/en/mails/second-factor-changed.json";
import type stay from "../catalogues/en/mails/stay.json";
import type webhookDisabled from "../catalogues/en/mails/webhook-disabled.json";
import type book from "../catalogues/en/pages/book.json";
import type cleaning from "../catalogues/en/pages/cleaning.json";
import type pagesCommon from "../catalogues/en/pages/common.json";
import type depositPage from "../catalogues/en/pages/deposit.json";
import type errors from "../catalogues/en/pages/errors.json";
import type invoice from "../catalogues/en/pages/invoice.json";
import type pay from "../catalogues/en/pages/pay.json";
import type people from "../catalogues/en/pages/people.json";
import type portal from "../catalogues/en/pages/portal.json";
import type site from "../catalogues/en/pages/site.json";
import type tasks from "../catalogues/en/pages/tasks.json";
import type { KeysOf } from "./catalogue.ts";
import type { SharedKey } from "./shared-messages.ts";
import type { Translate } from "./translate.ts";

/** The message keys of mails and of server-rendered pages. */
export type ServerKey =
  | SharedKey
  | KeysOf<typeof mailsCommon>
  | KeysOf<typeof depositMails>
  | KeysOf<typeof depositPage>
  | KeysOf<typeof inboxNotification>
  | KeysOf<typeof invitation>
  | KeysOf<typeof invoiceMail>
  | KeysOf<typeof messageToGuest>
  | KeysOf<typeof notice>
  | KeysOf<typeof ownerStatement>
  | KeysOf<typeof passwordReset>
  | KeysOf<typeof portal>
  | KeysOf<typeof portalCode>
  | KeysOf<typeof secondFactorChanged>
  | KeysOf<typeof stay>
  | KeysOf<typeof webhookDisabled>
  | KeysOf<typeof calendarFeed>
  | KeysOf<typeof book>
  | KeysOf<typeof cleaning>
  | KeysOf<typeof pagesCommon>
  | KeysOf<typeof errors>
  | KeysOf<typeof invoice>
  | KeysOf<typeof pay>
  | KeysOf<typeof people>
  | KeysOf<typeof site>
  | KeysOf<typeof tasks>;

export type TranslateServer = Translate<ServerKey>;
