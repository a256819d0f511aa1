import type { AnyJob } from "../../kernel/write/jobs/job.ts";
import { performAutomations } from "../../modules/guests/automations/perform/perform-automations.ts";
import { planRule } from "../../modules/guests/automations/plan/plan-rule.ts";
import { checkSiteDomain } from "../../modules/guests/sites/domain/check-domain.ts";
import { tendDepositJob } from "../../modules/money/payments/deposits/tend-deposit.ts";
import { performPayment } from "../../modules/money/payments/perform/perform-payment.ts";
import { fetchAttachment } from "../../modules/platform/attachments/fetch-attachment.ts";
import { eraseFile } from "../../modules/platform/files/erase-file.ts";
import { sendMail } from "../../modules/platform/mails/send-mail.ts";
import { fetchPhoto } from "../../modules/property/photos/fetch-photo.ts";
import { renderPhoto } from "../../modules/property/photos/render-photo.ts";
import { eraseExport } from "../../modules/records/exports/erase-archives.ts";
import { runExport } from "../../modules/records/exports/run-export.ts";
import { runImport } from "../../modules/records/imports/resource/run-import.ts";
import { sendDigest } from "../../modules/records/notifications/digest/send-digest.ts";
import { notifyPeople } from "../../modules/records/notifications/notify-people.ts";
import { sendPush } from "../../modules/records/notifications/push/send-push.ts";
import { eraseStranger } from "../../modules/records/privacy/erase-strangers.ts";
import { deliverWebhooks } from "../../modules/records/webhooks/queue-delivery.ts";
import { confirmBooking } from "../../modules/stays/bookings/change/confirm-booking.ts";
import { applyCalendarFeed, syncCalendarFeed } from "../../modules/stays/feeds/sync-job.ts";

/** Every job that operations can queue, module by module. */
export const registeredJobs: readonly AnyJob[] = [
  performPayment,
  tendDepositJob,
  confirmBooking,
  sendMail,
  performAutomations,
  planRule,
  eraseFile,
  fetchAttachment,
  fetchPhoto,
  renderPhoto,
  syncCalendarFeed,
  applyCalendarFeed,
  deliverWebhooks,
  notifyPeople,
  sendPush,
  sendDigest,
  runExport,
  eraseExport,
  runImport,
  checkSiteDomain,
  eraseStranger,
];
