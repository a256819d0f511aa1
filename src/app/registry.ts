import { account } from "../modules/accounts/account.ts";
import { accountsApplication } from "../modules/accounts/accounts-application.ts";
import { accountsRoutes } from "../modules/accounts/routes.ts";
import { application } from "../modules/applications/application.ts";
import { applicationsPeriodsRental } from "../modules/applications/applications-periods-rental.ts";
import { applicationsRoutes } from "../modules/applications/routes.ts";
import { amenity } from "../modules/amenities/amenity.ts";
import { amenitiesRoutes } from "../modules/amenities/routes.ts";
import { agreementsRoutes } from "../modules/agreements/routes.ts";
import { rentalAgreement } from "../modules/agreements/rental-agreement.ts";
import { attachment } from "../modules/attachments/attachment.ts";
import { auditEntry } from "../modules/audit/audit-entry.ts";
import { auditRoutes } from "../modules/audit/routes.ts";
import { fetchAttachment } from "../modules/attachments/fetch-attachment.ts";
import { attachmentsRoutes } from "../modules/attachments/routes.ts";
import { bookingsResources, bookingsRoutes } from "../modules/bookings/routes.ts";
import { availability } from "../modules/calendar/availability.ts";
import { changeOver } from "../modules/calendar/change-over.ts";
import { calendarRoutes } from "../modules/calendar/routes.ts";
import { contact } from "../modules/contacts/contact.ts";
import { rentalContact } from "../modules/contacts/rental-contact.ts";
import { contactsRoutes } from "../modules/contacts/routes.ts";
import { contentsOverride } from "../modules/contents/contents-override.ts";
import { rentalUrl } from "../modules/contents/rental-url.ts";
import { contentsRoutes } from "../modules/contents/routes.ts";
import { cleaningLink } from "../modules/cleaning-links/cleaning-link.ts";
import { cleaningLinksRoutes } from "../modules/cleaning-links/routes.ts";
import { client } from "../modules/clients/client.ts";
import { clientsRoutes } from "../modules/clients/routes.ts";
import { conversation } from "../modules/inbox/conversation.ts";
import { host } from "../modules/inbox/host.ts";
import { message } from "../modules/inbox/message.ts";
import { messageTemplate } from "../modules/inbox/message-template.ts";
import { participant } from "../modules/inbox/participant.ts";
import { inboxRoutes } from "../modules/inbox/routes.ts";
import { destination } from "../modules/destinations/destination.ts";
import { destinationsRoutes } from "../modules/destinations/routes.ts";
import { discountCode } from "../modules/discounts/discount-code.ts";
import { discountCodeUsage } from "../modules/discounts/discount-code-usage.ts";
import { discountsRoutes } from "../modules/discounts/routes.ts";
import { eventType } from "../modules/events/event-type.ts";
import { event } from "../modules/events/event.ts";
import { eventsRoutes } from "../modules/events/routes.ts";
import { eraseFile } from "../modules/files/erase-file.ts";
import { calendarFeed } from "../modules/feeds/calendar-feed.ts";
import { feedsRoutes } from "../modules/feeds/routes.ts";
import { syncCalendarFeed } from "../modules/feeds/sync-job.ts";
import { fee } from "../modules/fees/fee.ts";
import { rentalsFee } from "../modules/fees/rentals-fee.ts";
import { feesRoutes } from "../modules/fees/routes.ts";
import { privacyRoutes } from "../modules/privacy/routes.ts";
import { mergingRoutes } from "../modules/merging/routes.ts";
import { inquiry } from "../modules/inquiries/inquiry.ts";
import { inquiriesRoutes } from "../modules/inquiries/routes.ts";
import { paymentGateway } from "../modules/gateways/payment-gateway.ts";
import { gatewaysRoutes } from "../modules/gateways/routes.ts";
import type { Resource } from "../kernel/resource.ts";
import { bookingsPayment } from "../modules/payments/bookings-payment.ts";
import { payment } from "../modules/payments/payment.ts";
import { performPayment } from "../modules/payments/perform-payment.ts";
import { paymentsRoutes } from "../modules/payments/routes.ts";
import type { Route } from "../kernel/route.ts";
import type { AnyJob } from "../kernel/write/job.ts";
import { fetchPhoto } from "../modules/photos/fetch-photo.ts";
import { photo } from "../modules/photos/photo.ts";
import { renderPhoto } from "../modules/photos/render-photo.ts";
import { photosRoutes } from "../modules/photos/routes.ts";
import { rentalLink } from "../modules/links/rental-link.ts";
import { rentalLinkGroup } from "../modules/links/rental-link-group.ts";
import { linksRoutes } from "../modules/links/routes.ts";
import { rentalCancelationPolicy } from "../modules/policies/rental-cancelation-policy.ts";
import { rentalCancelationPolicyItem } from "../modules/policies/rental-cancelation-policy-item.ts";
import { policiesRoutes } from "../modules/policies/routes.ts";
import { generalSettings } from "../modules/preferences/general-settings.ts";
import { preferencesRoutes } from "../modules/preferences/routes.ts";
import { channelPayout } from "../modules/payouts/channel-payout.ts";
import { payout } from "../modules/payouts/payout.ts";
import { confirmBooking } from "../modules/bookings/confirm-booking.ts";
import { sendMail } from "../modules/mails/send-mail.ts";
import { payoutsRoutes } from "../modules/payouts/routes.ts";
import { losRecord } from "../modules/rates/los/los-record.ts";
import { midTermRateMap } from "../modules/rates/mid-term-rate-map.ts";
import { nightlyRateMap } from "../modules/rates/nightly-rate-map.ts";
import { period } from "../modules/rates/period.ts";
import { ratesRule } from "../modules/rates/rates-rule.ts";
import { ratesTable } from "../modules/rates/rates-table.ts";
import { ratesRoutes } from "../modules/rates/routes.ts";
import { rate } from "../modules/rates/static/rate.ts";
import { season } from "../modules/rates/season.ts";
import { specialOffer } from "../modules/rates/special-offer.ts";
import { bathroom } from "../modules/rentals/bathroom.ts";
import { bedroom } from "../modules/rentals/bedroom.ts";
import { livingRoom } from "../modules/rentals/living-room.ts";
import { rentalAmenity } from "../modules/rentals/rental-amenity.ts";
import { rental } from "../modules/rentals/rental.ts";
import { rentalMeta } from "../modules/rentals/rental-meta.ts";
import { rentalsRoutes } from "../modules/rentals/routes.ts";
import { hostReview } from "../modules/reviews/host-review.ts";
import { review } from "../modules/reviews/review.ts";
import { reviewReply } from "../modules/reviews/review-reply.ts";
import { reviewsRoutes } from "../modules/reviews/routes.ts";
import { searchRoutes } from "../modules/search/routes.ts";
import { source } from "../modules/sources/source.ts";
import { sourcesRoutes } from "../modules/sources/routes.ts";
import { bookingsTag } from "../modules/tags/bookings-tag.ts";
import { rentalsTag } from "../modules/tags/rentals-tag.ts";
import { report } from "../modules/reports/report-resource.ts";
import { reportsRoutes } from "../modules/reports/routes.ts";
import { ownerStatement } from "../modules/statements/owner-statement.ts";
import { statementsRoutes } from "../modules/statements/routes.ts";
import { tagsRoutes } from "../modules/tags/routes.ts";
import { feesTax } from "../modules/taxes/fees-tax.ts";
import { rentalsTax } from "../modules/taxes/rentals-tax.ts";
import { taxRule } from "../modules/taxes/tax-rule.ts";
import { tax } from "../modules/taxes/tax.ts";
import { taxesRoutes } from "../modules/taxes/routes.ts";
import { webhookDeliveriesRoutes } from "../modules/webhooks/delivery-routes.ts";
import { deliverWebhooks } from "../modules/webhooks/queue-delivery.ts";
import { webhooksRoutes } from "../modules/webhooks/routes.ts";
import { webhookDelivery } from "../modules/webhooks/webhook-delivery.ts";
import { webhookEndpoint } from "../modules/webhooks/webhook-endpoint.ts";

/** Every resource, in the order in which a newcomer would want to read about them. */
export const resources: readonly Resource[] = [
  account,
  accountsApplication,
  generalSettings,
  rental,
  rentalMeta,
  bedroom,
  bathroom,
  livingRoom,
  rentalAmenity,
  amenity,
  destination,
  rentalsTag,
  contact,
  rentalContact,
  rentalUrl,
  photo,
  client,
  source,
  bookingsTag,
  ratesTable,
  season,
  period,
  ratesRule,
  specialOffer,
  nightlyRateMap,
  midTermRateMap,
  rate,
  losRecord,
  availability,
  changeOver,
  fee,
  rentalsFee,
  tax,
  taxRule,
  rentalsTax,
  feesTax,
  application,
  applicationsPeriodsRental,
  contentsOverride,
  discountCode,
  discountCodeUsage,
  rentalCancelationPolicy,
  rentalCancelationPolicyItem,
  ...bookingsResources,
  rentalLinkGroup,
  rentalLink,
  calendarFeed,
  rentalAgreement,
  inquiry,
  attachment,
  host,
  conversation,
  participant,
  message,
  messageTemplate,
  review,
  reviewReply,
  hostReview,
  paymentGateway,
  payment,
  bookingsPayment,
  payout,
  channelPayout,
  ownerStatement,
  report,
  eventType,
  webhookEndpoint,
  webhookDelivery,
  event,
  auditEntry,
  cleaningLink,
];

/** Every route, module by module. */
export const routes: readonly Route[] = [
  ...accountsRoutes,
  ...preferencesRoutes,
  ...rentalsRoutes,
  ...searchRoutes,
  ...amenitiesRoutes,
  ...destinationsRoutes,
  ...tagsRoutes,
  ...contactsRoutes,
  ...contentsRoutes,
  ...photosRoutes,
  ...clientsRoutes,
  ...privacyRoutes,
  ...mergingRoutes,
  ...sourcesRoutes,
  ...ratesRoutes,
  ...calendarRoutes,
  ...feesRoutes,
  ...taxesRoutes,
  ...applicationsRoutes,
  ...policiesRoutes,
  ...bookingsRoutes,
  ...linksRoutes,
  ...feedsRoutes,
  ...agreementsRoutes,
  ...inquiriesRoutes,
  ...attachmentsRoutes,
  ...inboxRoutes,
  ...reviewsRoutes,
  ...discountsRoutes,
  ...gatewaysRoutes,
  ...paymentsRoutes,
  ...payoutsRoutes,
  ...statementsRoutes,
  ...reportsRoutes,
  ...eventsRoutes,
  ...auditRoutes,
  ...webhooksRoutes,
  ...webhookDeliveriesRoutes,
  ...cleaningLinksRoutes,
];

/** Every job that an operation may queue, module by module. */
export const jobs: readonly AnyJob[] = [
  performPayment,
  confirmBooking,
  sendMail,
  eraseFile,
  fetchAttachment,
  fetchPhoto,
  renderPhoto,
  syncCalendarFeed,
  deliverWebhooks,
];
