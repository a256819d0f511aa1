import type { Resource } from "../kernel/resource.ts";
import type { Route } from "../kernel/route.ts";
import { automation } from "../modules/guests/automations/automation.ts";
import { automationsRoutes } from "../modules/guests/automations/routes.ts";
import { scheduledAction } from "../modules/guests/automations/scheduled-action.ts";
import { conversation } from "../modules/guests/inbox/conversation.ts";
import { host } from "../modules/guests/inbox/host.ts";
import { message } from "../modules/guests/inbox/message.ts";
import { participant } from "../modules/guests/inbox/participant.ts";
import { inboxRoutes } from "../modules/guests/inbox/routes.ts";
import { messageTemplate } from "../modules/guests/inbox/templates/message-template.ts";
import { hostReview } from "../modules/guests/reviews/host-review.ts";
import { review } from "../modules/guests/reviews/review.ts";
import { reviewReply } from "../modules/guests/reviews/review-reply.ts";
import { reviewsRoutes } from "../modules/guests/reviews/routes.ts";
import { bookingSite } from "../modules/guests/sites/booking-site.ts";
import { sitesRoutes } from "../modules/guests/sites/routes.ts";
import { paymentGateway } from "../modules/money/gateways/payment-gateway.ts";
import { gatewaysRoutes } from "../modules/money/gateways/routes.ts";
import { invoice } from "../modules/money/invoices/invoice.ts";
import { invoicesRoutes } from "../modules/money/invoices/routes.ts";
import { bookingsPayment } from "../modules/money/payments/bookings-payment.ts";
import { payment } from "../modules/money/payments/payment.ts";
import { paymentsRoutes } from "../modules/money/payments/routes.ts";
import { channelPayout } from "../modules/money/payouts/channel-payout.ts";
import { payout } from "../modules/money/payouts/payout.ts";
import { payoutsRoutes } from "../modules/money/payouts/routes.ts";
import { pickUpReport } from "../modules/money/reports/pick-up-resource.ts";
import { report } from "../modules/money/reports/report-resource.ts";
import { reportsRoutes } from "../modules/money/reports/routes.ts";
import { touristTaxReport } from "../modules/money/reports/tourist-tax-resource.ts";
import { ownerStatement } from "../modules/money/statements/owner-statement.ts";
import { statementsRoutes } from "../modules/money/statements/routes.ts";
import { account } from "../modules/platform/accounts/account.ts";
import { accountsApplication } from "../modules/platform/accounts/accounts-application.ts";
import { accountsRoutes } from "../modules/platform/accounts/routes.ts";
import { application } from "../modules/platform/applications/application.ts";
import { applicationsPeriodsRental } from "../modules/platform/applications/applications-periods-rental.ts";
import { applicationsRoutes } from "../modules/platform/applications/routes.ts";
import { attachment } from "../modules/platform/attachments/attachment.ts";
import { attachmentsRoutes } from "../modules/platform/attachments/routes.ts";
import { generalSettings } from "../modules/platform/preferences/general-settings.ts";
import { preferencesRoutes } from "../modules/platform/preferences/routes.ts";
import { availability } from "../modules/pricing/calendar/availability.ts";
import { changeOver } from "../modules/pricing/calendar/change-over.ts";
import { calendarRoutes } from "../modules/pricing/calendar/routes.ts";
import { discountCode } from "../modules/pricing/discounts/discount-code.ts";
import { discountCodeUsage } from "../modules/pricing/discounts/discount-code-usage.ts";
import { discountsRoutes } from "../modules/pricing/discounts/routes.ts";
import { fee } from "../modules/pricing/fees/fee.ts";
import { rentalsFee } from "../modules/pricing/fees/rentals-fee.ts";
import { feesRoutes } from "../modules/pricing/fees/routes.ts";
import { rentalCancelationPolicy } from "../modules/pricing/policies/rental-cancelation-policy.ts";
import { rentalCancelationPolicyItem } from "../modules/pricing/policies/rental-cancelation-policy-item.ts";
import { policiesRoutes } from "../modules/pricing/policies/routes.ts";
import { losRecord } from "../modules/pricing/rates/los/los-record.ts";
import { midTermRateMap } from "../modules/pricing/rates/maps/mid-term-rate-map.ts";
import { nightlyRateMap } from "../modules/pricing/rates/maps/nightly-rate-map.ts";
import { period } from "../modules/pricing/rates/period.ts";
import { rateOverride } from "../modules/pricing/rates/rate-override.ts";
import { ratesRule } from "../modules/pricing/rates/rates-rule.ts";
import { ratesTable } from "../modules/pricing/rates/rates-table.ts";
import { ratesRoutes } from "../modules/pricing/rates/routes.ts";
import { season } from "../modules/pricing/rates/season.ts";
import { specialOffer } from "../modules/pricing/rates/special-offer.ts";
import { rate } from "../modules/pricing/rates/static/rate.ts";
import { feesTax } from "../modules/pricing/taxes/fees-tax.ts";
import { rentalsTax } from "../modules/pricing/taxes/rentals-tax.ts";
import { taxesRoutes } from "../modules/pricing/taxes/routes.ts";
import { tax } from "../modules/pricing/taxes/tax.ts";
import { taxRule } from "../modules/pricing/taxes/tax-rule.ts";
import { contact } from "../modules/property/contacts/contact.ts";
import { rentalContact } from "../modules/property/contacts/rental-contact.ts";
import { contactsRoutes } from "../modules/property/contacts/routes.ts";
import { contentsOverride } from "../modules/property/contents/contents-override.ts";
import { rentalUrl } from "../modules/property/contents/rental-url.ts";
import { contentsRoutes } from "../modules/property/contents/routes.ts";
import { photo } from "../modules/property/photos/photo.ts";
import { photosRoutes } from "../modules/property/photos/routes.ts";
import { rental } from "../modules/property/rentals/rental.ts";
import { rentalAmenity } from "../modules/property/rentals/rental-amenity.ts";
import { rentalMeta } from "../modules/property/rentals/rental-meta.ts";
import { bathroom } from "../modules/property/rentals/rooms/bathroom.ts";
import { bedroom } from "../modules/property/rentals/rooms/bedroom.ts";
import { livingRoom } from "../modules/property/rentals/rooms/living-room.ts";
import { rentalsRoutes } from "../modules/property/rentals/routes.ts";
import { auditEntry } from "../modules/records/audit/audit-entry.ts";
import { auditRoutes } from "../modules/records/audit/routes.ts";
import { event } from "../modules/records/events/event.ts";
import { eventType } from "../modules/records/events/event-type.ts";
import { eventsRoutes } from "../modules/records/events/routes.ts";
import { accountExport } from "../modules/records/exports/account-export.ts";
import { exportsRoutes } from "../modules/records/exports/routes.ts";
import { importRecord } from "../modules/records/imports/resource/import-resource.ts";
import { importsRoutes } from "../modules/records/imports/resource/routes.ts";
import { mergingRoutes } from "../modules/records/merging/routes.ts";
import { privacyRoutes } from "../modules/records/privacy/routes.ts";
import { proposal } from "../modules/records/proposals/proposal.ts";
import { proposalsRoutes } from "../modules/records/proposals/routes.ts";
import { webhookDeliveriesRoutes } from "../modules/records/webhooks/delivery-routes.ts";
import { webhooksRoutes } from "../modules/records/webhooks/routes.ts";
import { webhookDelivery } from "../modules/records/webhooks/webhook-delivery.ts";
import { webhookEndpoint } from "../modules/records/webhooks/webhook-endpoint.ts";
import { amenity } from "../modules/reference/amenities/amenity.ts";
import { amenitiesRoutes } from "../modules/reference/amenities/routes.ts";
import { destination } from "../modules/reference/destinations/destination.ts";
import { destinationsRoutes } from "../modules/reference/destinations/routes.ts";
import { sourcesRoutes } from "../modules/reference/sources/routes.ts";
import { source } from "../modules/reference/sources/source.ts";
import { bookingsTag } from "../modules/reference/tags/bookings-tag.ts";
import { rentalsTag } from "../modules/reference/tags/rentals-tag.ts";
import { tagsRoutes } from "../modules/reference/tags/routes.ts";
import { rentalAgreement } from "../modules/stays/agreements/rental-agreement.ts";
import { agreementsRoutes } from "../modules/stays/agreements/routes.ts";
import { bookingsResources, bookingsRoutes } from "../modules/stays/bookings/routes.ts";
import { cleaningLink } from "../modules/stays/cleaning-links/cleaning-link.ts";
import { cleaningLinksRoutes } from "../modules/stays/cleaning-links/routes.ts";
import { client } from "../modules/stays/clients/client.ts";
import { clientsRoutes } from "../modules/stays/clients/routes.ts";
import { calendarFeed } from "../modules/stays/feeds/calendar-feed.ts";
import { feedsRoutes } from "../modules/stays/feeds/routes.ts";
import { inquiry } from "../modules/stays/inquiries/inquiry.ts";
import { inquiriesRoutes } from "../modules/stays/inquiries/routes.ts";
import { rentalLink } from "../modules/stays/links/rental-link.ts";
import { rentalLinkGroup } from "../modules/stays/links/rental-link-group.ts";
import { linksRoutes } from "../modules/stays/links/routes.ts";
import { agreementSignature } from "../modules/stays/portal/agreement/agreement-signature.ts";
import { guestForm } from "../modules/stays/portal/form/guest-form.ts";
import { portalRoutes } from "../modules/stays/portal/routes.ts";
import { portalSetting } from "../modules/stays/portal/settings/portal-setting.ts";
import { searchRoutes } from "../modules/stays/search/routes.ts";
import { tasksRoutes } from "../modules/stays/tasks/routes.ts";
import { task } from "../modules/stays/tasks/task.ts";
import { taskPhoto } from "../modules/stays/tasks/task-photo.ts";

/** Every resource, in the order of the API documentation. */
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
  rateOverride,
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
  agreementSignature,
  guestForm,
  portalSetting,
  inquiry,
  attachment,
  host,
  conversation,
  participant,
  message,
  messageTemplate,
  automation,
  scheduledAction,
  review,
  reviewReply,
  hostReview,
  paymentGateway,
  payment,
  bookingsPayment,
  payout,
  channelPayout,
  invoice,
  ownerStatement,
  report,
  pickUpReport,
  touristTaxReport,
  eventType,
  webhookEndpoint,
  webhookDelivery,
  event,
  auditEntry,
  cleaningLink,
  task,
  taskPhoto,
  bookingSite,
  accountExport,
  importRecord,
  proposal,
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
  ...portalRoutes,
  ...inquiriesRoutes,
  ...attachmentsRoutes,
  ...inboxRoutes,
  ...automationsRoutes,
  ...reviewsRoutes,
  ...discountsRoutes,
  ...gatewaysRoutes,
  ...paymentsRoutes,
  ...invoicesRoutes,
  ...payoutsRoutes,
  ...statementsRoutes,
  ...reportsRoutes,
  ...eventsRoutes,
  ...auditRoutes,
  ...webhooksRoutes,
  ...webhookDeliveriesRoutes,
  ...cleaningLinksRoutes,
  ...tasksRoutes,
  ...sitesRoutes,
  ...exportsRoutes,
  ...importsRoutes,
  ...proposalsRoutes,
];
