/** The media type of every API response, early errors included. */
export const contentType = "application/vnd.api+json; charset=utf-8";
