/** Resources of the API that have no list here, and what answers their questions instead. */
export const elsewhere: Readonly<Record<string, string>> = {
  los_records:
    "tables of millions of prices for channels; which lengths of stay are allowed, ask quote_stay for one stay and calendar for minimum stays",
  owner_statements: "computed on demand: ask owner_statement",
  reports: "computed on demand: ask report",
  events:
    "the API's feed of changes; here, updated_since of api_v3_list finds what changed, and audit_entries who changed it",
};
