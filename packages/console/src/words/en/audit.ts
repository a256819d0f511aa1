export const audit = {
  audit: {
    about:
      "Every change of a record, by people and programs alike. The last 30 days are shown unless you ask for others.",
    resource: "What was changed",
    everything: "Everything",
    record: "Its number",
    actor: "By whom",
    everybody: "Anybody",
    kinds: {
      User: "People",
      Application: "Programs",
      AgentToken: "Agents",
      Job: "The service itself",
      Command: "The command line",
      Database: "The database, by hand",
    },
    from: "From",
    to: "To",
    none: "Nothing was changed then.",
    earlier: "Earlier ones",
    began: "What it began with",
  },
};
