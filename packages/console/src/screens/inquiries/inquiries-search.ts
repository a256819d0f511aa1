/** The lists of inquiries. The first is the default. */
export const inquiryLists = ["open", "booked", "all"] as const;
export type InquiryList = (typeof inquiryLists)[number];

/** The list, kept in the address. */
export interface InquiriesSearch {
  readonly shown?: InquiryList;
}

export function inquiriesSearch(input: Readonly<Record<string, unknown>>): InquiriesSearch {
  const shown = inquiryLists.find((one) => one === input.shown);
  return shown ? { shown } : {};
}
