import { formatHundredths } from "../../../../core/hundredths.ts";
import { photoPath } from "../../../../modules/guests/sites/photo-files.ts";
import type { RentalDetails } from "../../../../modules/guests/sites/read-rental.ts";
import { type OpenedSite, siteText } from "../open-site.ts";

/** Photos that search engines read. */
const maxImages = 20;

/** The site as schema.org describes it. */
export function siteData({ site, speech, links }: OpenedSite): object {
  const { name, business, logoPath } = site.settings;
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name,
    url: links.canonical(speech.language),
    inLanguage: speech.language,
    publisher: {
      "@type": "Organization",
      name: business.name,
      ...(business.email !== null && { email: business.email }),
      ...(business.phone !== null && { telephone: business.phone }),
      ...(logoPath !== null && { logo: links.file(logoPath) }),
    },
  };
}

/** A rental as a schema.org `VacationRental`, with the price from which it is offered. */
export function rentalData(opened: OpenedSite, { id, facts, photos, amenities, reviews }: RentalDetails): object {
  const { links, speech } = opened;
  const description = siteText(opened, facts.summary) ?? siteText(opened, facts.headline);
  const { guests, bedrooms_count: bedrooms, bathrooms_count: bathrooms } = facts;
  return {
    "@context": "https://schema.org",
    "@type": "VacationRental",
    identifier: String(id),
    name: facts.name,
    ...(description !== undefined && { description }),
    url: links.canonical(speech.language, `/rentals/${id}`),
    image: photos.slice(0, maxImages).map((photo) => links.file(photoPath(photo, "grande", "jpg"))),
    ...addressOf(facts),
    ...positionOf(opened, facts),
    checkinTime: clock(facts.checkin_time),
    checkoutTime: clock(facts.checkout_time),
    containsPlace: {
      "@type": "Accommodation",
      additionalType: "EntirePlace",
      ...(guests !== null && { occupancy: { "@type": "QuantitativeValue", value: guests } }),
      ...(bedrooms !== null && { numberOfBedrooms: bedrooms }),
      ...(bathrooms !== null && { numberOfBathroomsTotal: bathrooms }),
      ...(facts.surface !== null && {
        floorSize: {
          "@type": "QuantitativeValue",
          value: facts.surface,
          unitCode: facts.surface_unit === "imperial" ? "FTK" : "MTK",
        },
      }),
      amenityFeature: amenities.map(({ key, title }) => ({
        "@type": "LocationFeatureSpecification",
        name: siteText(opened, title) ?? key,
        value: true,
      })),
    },
    ...offerOf(facts),
    ...ratingOf(opened, facts),
    ...(reviews.length > 0 && { review: reviews.map(reviewData) }),
  };
}

type Facts = RentalDetails["facts"];

function addressOf({ city, state, country_code }: Facts): object {
  if (city === null && state === null && country_code === null) return {};
  return {
    address: {
      "@type": "PostalAddress",
      ...(city !== null && { addressLocality: city }),
      ...(state !== null && { addressRegion: state }),
      ...(country_code !== null && { addressCountry: country_code }),
    },
  };
}

/** To about a kilometer, unless the host shows the exact position. */
function positionOf({ site }: OpenedSite, { lat, lng }: Facts): object {
  if (lat === null || lng === null) return {};
  const rounded = (degrees: number): number => (site.settings.showLocation ? degrees : Math.round(degrees * 100) / 100);
  return { latitude: rounded(lat), longitude: rounded(lng) };
}

function offerOf({ min_price, currency }: Facts): object {
  if (min_price === null) return {};
  return {
    makesOffer: {
      "@type": "Offer",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        minPrice: formatHundredths(min_price),
        priceCurrency: currency,
        unitCode: "DAY",
      },
    },
  };
}

function ratingOf({ site }: OpenedSite, { reviews_count, reviews_average_rating: average }: Facts): object {
  if (!site.settings.showReviews || average === null || reviews_count === 0) return {};
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: average / 100,
      ratingCount: reviews_count,
      bestRating: 5,
    },
  };
}

function reviewData({ title, comment, name, rating, submitted_at }: RentalDetails["reviews"][number]): object {
  return {
    "@type": "Review",
    ...(title !== null && { name: title }),
    reviewBody: comment,
    datePublished: new Date(submitted_at).toISOString().slice(0, 10),
    author: { "@type": "Person", name: name ?? "Guest" },
    ...(rating !== null && { reviewRating: { "@type": "Rating", ratingValue: rating / 100, bestRating: 5 } }),
  };
}

/** An hour of the day as schema.org writes it. */
const clock = (hour: number): string => `${String(hour % 24).padStart(2, "0")}:00:00`;
