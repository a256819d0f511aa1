/** What every answer of the API is, errors that come before it included. */
export const contentType = "application/vnd.api+json; charset=utf-8";
