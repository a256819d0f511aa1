/** API resources without a list here, and the tools to use instead. */
export const elsewhere: Readonly<Record<string, string>> = {
  los_records:
    "price tables for channels, with millions of rows. Use quote_stay for the price of one stay and calendar for minimum stays",
  guests: "called clients here. find_guest also shows their stays",
  owner_statements: "computed on demand. Use owner_statement",
  reports: "computed on demand. Use report",
  pick_up_reports: "computed on demand. Use report with about pick_up",
  tourist_tax_reports: "computed on demand. Use report with about tourist_tax",
  events:
    "the API's change feed. Use updated_since of api_v3_list for changed records, and audit_entries for their authors",
};
