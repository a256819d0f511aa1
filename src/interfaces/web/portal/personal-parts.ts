import type { Transaction } from "../../../database/sql/transaction.ts";
import { messagesOfBooking } from "../../../modules/guests/inbox/guest/messages-of-booking.ts";
import { reviewStateOf } from "../../../modules/guests/reviews/review-as-guest.ts";
import { invoicesOfStay } from "../../../modules/money/invoices/invoices-of-stay.ts";
import { readGuestCancelation } from "../../../modules/money/payments/cancel-booking/cancel-as-guest.ts";
import type { Bill } from "../../../modules/money/payments/payment-page.ts";
import { agreementOfStay } from "../../../modules/stays/portal/agreement/agreement-of-stay.ts";
import { readGuestForm } from "../../../modules/stays/portal/form/save-guest-form.ts";
import type { PortalStay } from "../../../modules/stays/portal/read-stay.ts";
import { readHouse } from "../../../modules/stays/portal/settings/released-house.ts";
import { settingsOfStay } from "../../../modules/stays/portal/settings/settings-of-stay.ts";
import type { PersonalParts } from "../pages/portal/shown-portal.ts";
import { answersKey, type GuestRequest } from "./portal-request.ts";

/** Reads what only a verified guest sees, in one snapshot. */
export function readPersonalParts(found: GuestRequest, stay: PortalStay, bill: Bill): Promise<PersonalParts> {
  const { page, visit, speech, now } = found;
  const key = answersKey(found);
  const { language } = speech;
  const read = async (transaction: Transaction): Promise<PersonalParts> => {
    const settings = await settingsOfStay(transaction, { account: page.account, rental: stay.rentalId });
    const agreement = await agreementOfStay(transaction, key, language);
    const form = await readGuestForm(transaction, key);
    const progress = {
      isPaid: bill.toPay === 0,
      isSigned: agreement === undefined || agreement.signature !== undefined,
      hasForm: form !== undefined,
    };
    const context = { transaction, account: { id: page.account }, now };
    return {
      ...{ visit, settings, agreement, form },
      house: await readHouse(transaction, key, stay, { settings, progress, language, now }),
      messages: await messagesOfBooking(transaction, key),
      invoices: await invoicesOfStay(transaction, key),
      review: await reviewStateOf(transaction, key, now),
      canCancel: (await readGuestCancelation(context, page.booking)) !== undefined,
    };
  };
  return page.scope.transaction(read, "read");
}
