import type { Revenue, RevenueDate } from "../../../modules/money/reports/report-query.ts";

/** Definitions of the figures, returned with them so that agents do not misread a number. */
export const definitions = {
  stays: "booked stays that arrive in the period, without tentative, unavailable and canceled ones",
  nights: "booked nights in the period, whenever the stay arrives",
  nights_open:
    "nights of all rentals in the period, minus nights blocked as unavailable; preparation days do not block",
  occupancy: "nights / nights_open, in percent",
  average_daily_rate: "revenue / nights that earn it",
  revenue_per_available_night: "revenue / nights_open",
  money_due: "final price minus payments, for stays that arrive in the period; per currency",
};

const prices: Readonly<Record<Revenue, string>> = {
  rental: "rental price after discounts, without fees and taxes",
  total: "final price (rental, fees, taxes)",
};

/** The definition of revenue. */
export const revenueOf = (of: Revenue, on: RevenueDate): string =>
  on === "night"
    ? `${prices[of]}, spread evenly over each stay's nights; only nights in the period; per currency`
    : `the whole ${prices[of]} on the day of ${on}; per currency`;

export const pickUpDefinitions = {
  month: "the month of the nights",
  week: "the Monday of the week in which the stays were booked (UTC)",
  bookings: "booked stays with a night in the month, without canceled ones",
  nights: "their nights in the month",
  average_daily_rate: "revenue / nights that earn it",
};

export const touristTaxDefinitions = {
  municipality: "the city of the rentals",
  month: "the month of arrival; a stay counts in full there",
  stays: "booked stays with a tourist tax, without canceled ones",
  adult_nights: "adults multiplied by the nights of their stays",
  amount:
    "fees of the kinds city_tax, tourism and municipality, and taxes of the kinds city, spa, hot_spring and local_council",
};
