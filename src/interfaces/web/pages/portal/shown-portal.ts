import type { ShownMessage } from "../../../../modules/guests/inbox/guest/messages-of-booking.ts";
import type { ReviewState } from "../../../../modules/guests/reviews/review-as-guest.ts";
import type { IssuedInvoice } from "../../../../modules/money/invoices/invoices-of-stay.ts";
import type { Bill } from "../../../../modules/money/payments/payment-page.ts";
import type { AgreementOfStay } from "../../../../modules/stays/portal/agreement/agreement-of-stay.ts";
import type { StoredForm } from "../../../../modules/stays/portal/form/save-guest-form.ts";
import type { PortalVisit } from "../../../../modules/stays/portal/portal-code.ts";
import type { PortalStay } from "../../../../modules/stays/portal/read-stay.ts";
import type { House } from "../../../../modules/stays/portal/settings/released-house.ts";
import type { SettingsOfStay } from "../../../../modules/stays/portal/settings/settings-of-stay.ts";

/** The parts that only a verified guest sees. */
export interface PersonalParts {
  readonly visit: PortalVisit;
  readonly settings: SettingsOfStay;
  readonly agreement: AgreementOfStay | undefined;
  readonly form: StoredForm | undefined;
  readonly house: House | undefined;
  readonly messages: readonly ShownMessage[];
  readonly invoices: readonly IssuedInvoice[];
  readonly review: ReviewState;
  readonly canCancel: boolean;
}

/** The portal's content. */
export interface ShownPortal {
  readonly path: string;
  readonly payPath: string;
  readonly bill: Bill;
  readonly stay: PortalStay;
  /** The address for codes; undefined without one. */
  readonly email: string | undefined;
  /** Undefined before the code. */
  readonly personal: PersonalParts | undefined;
  /** A message was just sent. */
  readonly isSent: boolean;
}
