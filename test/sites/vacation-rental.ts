/** A JSON Schema of what search engines require of a schema.org `VacationRental`. Nothing else may be there. */
const text = { type: "string", minLength: 1 } as const;
const address = { type: "string", pattern: "^https?://" } as const;
const quantity = {
  type: "object",
  required: ["@type", "value"],
  properties: {
    "@type": { const: "QuantitativeValue" },
    value: { type: "number", exclusiveMinimum: 0 },
    unitCode: text,
  },
  additionalProperties: false,
} as const;
const clock = { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d:\\d\\d$" } as const;

export const vacationRental = {
  type: "object",
  required: ["@context", "@type", "identifier", "name", "image", "latitude", "longitude", "containsPlace", "address"],
  properties: {
    "@context": { const: "https://schema.org" },
    "@type": { const: "VacationRental" },
    identifier: text,
    name: text,
    description: text,
    url: address,
    image: { type: "array", minItems: 1, items: address },
    address: {
      type: "object",
      required: ["@type", "addressCountry"],
      properties: {
        "@type": { const: "PostalAddress" },
        addressLocality: text,
        addressRegion: text,
        addressCountry: { type: "string", pattern: "^[A-Z]{2}$" },
      },
      additionalProperties: false,
    },
    latitude: { type: "number", minimum: -90, maximum: 90 },
    longitude: { type: "number", minimum: -180, maximum: 180 },
    checkinTime: clock,
    checkoutTime: clock,
    containsPlace: {
      type: "object",
      required: ["@type", "occupancy"],
      properties: {
        "@type": { const: "Accommodation" },
        additionalType: { enum: ["EntirePlace", "PrivateRoom", "SharedRoom"] },
        occupancy: quantity,
        numberOfBedrooms: { type: "integer", minimum: 0 },
        numberOfBathroomsTotal: { type: "integer", minimum: 0 },
        floorSize: quantity,
        amenityFeature: {
          type: "array",
          items: {
            type: "object",
            required: ["@type", "name", "value"],
            properties: { "@type": { const: "LocationFeatureSpecification" }, name: text, value: { type: "boolean" } },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
    makesOffer: {
      type: "object",
      required: ["@type", "priceSpecification"],
      properties: {
        "@type": { const: "Offer" },
        priceSpecification: {
          type: "object",
          required: ["@type", "minPrice", "priceCurrency", "unitCode"],
          properties: {
            "@type": { const: "UnitPriceSpecification" },
            minPrice: { type: "string", pattern: "^\\d+\\.\\d{2}$" },
            priceCurrency: { type: "string", pattern: "^[A-Z]{3}$" },
            unitCode: { const: "DAY" },
          },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    aggregateRating: {
      type: "object",
      required: ["@type", "ratingValue", "ratingCount", "bestRating"],
      properties: {
        "@type": { const: "AggregateRating" },
        ratingValue: { type: "number", minimum: 1, maximum: 5 },
        ratingCount: { type: "integer", minimum: 1 },
        bestRating: { const: 5 },
      },
      additionalProperties: false,
    },
    review: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["@type", "author", "reviewBody", "datePublished"],
        properties: {
          "@type": { const: "Review" },
          name: text,
          reviewBody: text,
          datePublished: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
          author: {
            type: "object",
            required: ["@type", "name"],
            properties: { "@type": { const: "Person" }, name: text },
            additionalProperties: false,
          },
          reviewRating: {
            type: "object",
            required: ["@type", "ratingValue", "bestRating"],
            properties: {
              "@type": { const: "Rating" },
              ratingValue: { type: "number", minimum: 1, maximum: 5 },
              bestRating: { const: 5 },
            },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
} as const;
