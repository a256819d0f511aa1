/** Data: comments and notes about bookings. */

export const blocks = [
  "The owner's own stay",
  "Painters in the bedrooms",
  "Chimney and boiler service",
  "New windows on the street side",
  "Photographer for the listing",
];

export const cancelations = [
  "A guest fell ill",
  "Other dates were found",
  "Could not get time off work",
  "The flight was canceled",
  "Down payment not received",
];

export const wishes = [
  "Arrives by train: the 17:42, if it is on time.",
  "Asks for a cot and a high chair.",
  "Celebrates a sixtieth birthday on the second evening.",
  "Would like the house warm on arrival.",
  "Two cars.",
  "Vegetarian hamper, please.",
  "Brings a quiet dog.",
];

export const commentBeforeFamily = "Cot is ordered from the village.";

export const commentsBefore = [
  "Keys explained by phone, they know the way.",
  "Asked twice about parking; sent the map.",
  commentBeforeFamily,
  "Cleaning confirmed for the morning of arrival.",
];

export const commentOfCleaner =
  "From the cleaner: linen for the next guests lies in the hall cupboard, the oven needs longer.";

export const commentAboutHandover = "Others leave at ten: keys from four, not before.";

export const commentBeforeArrival = "The rest comes by bank on the day of arrival: look before the keys go out.";

export const commentAboutWine = "One wine glass broken, told us by themselves.";

export const commentsAfter = [
  "Left the house spotless.",
  commentAboutWine,
  "Would like to come back in the same week next year.",
  "Stayed an hour longer, as agreed.",
  "The shower drains slowly: plumber called.",
];
