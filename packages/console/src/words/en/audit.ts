export const audit = {
  audit: {
    about: "Every change by people and applications. Shows the last 30 days unless you choose a period.",
    resource: "Record type",
    everything: "Everything",
    record: "Record number",
    actor: "Changed by",
    everybody: "Anyone",
    kinds: {
      User: "People",
      Application: "Programs",
      AgentToken: "Agents",
      Job: "Roost",
      Command: "Command line",
      Database: "Database",
    },
    from: "From",
    to: "To",
    none: "No changes in this period",
    earlier: "Show earlier",
    began: "Original values",
  },
};
