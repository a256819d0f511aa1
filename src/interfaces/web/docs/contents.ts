/** A page of docs/: `file` is below docs/, the page is served at `path`. */
export interface DocsPage {
  readonly title: string;
  readonly path: string;
  readonly file: string;
}

export interface DocsSection {
  readonly title: string;
  readonly pages: readonly DocsPage[];
}

const section = (title: string, pages: Readonly<Record<string, string>>): DocsSection => ({
  title,
  pages: Object.entries(pages).map(([slug, page]) => ({
    title: page,
    path: `/docs/${slug}`,
    file: `${title.toLowerCase()}/${slug}.md`,
  })),
});

/** The sidebar of /docs. A test compares the titles with the first heading of each file. */
export const sections: readonly DocsSection[] = [
  {
    title: "Start",
    pages: [
      { title: "Documentation", path: "/docs", file: "README.md" },
      ...section("Start", {
        "getting-started": "From clone to first booking",
        "first-requests": "Make your first requests",
      }).pages,
    ],
  },
  section("Guides", {
    oauth: "Connect an application",
    "booking-site": "Open your own booking site",
    website: "Build a booking website",
    channel: "Connect a channel",
    "pricing-tool": "Build a pricing tool",
    "owner-report": "Report to owners",
    webhooks: "Receive webhooks",
    import: "Import your data",
    export: "Export your data",
    invoices: "Issue invoices",
    tasks: "Plan tasks",
    portal: "Set up the guest portal",
    automations: "Write to guests by rules",
    agents: "Connect an AI agent",
  }),
  section("Concepts", {
    bookings: "Bookings and nights",
    pricing: "Prices",
    calendars: "Calendars (iCal)",
    inbox: "Inbox",
    cleaning: "Cleaning",
    payments: "Payments",
    payouts: "Payouts",
    statements: "Owner statements",
    reports: "Reports",
    "personal-data": "Personal data",
  }),
  section("Reference", {
    events: "Events",
    sandbox: "Test cards and tokens",
    versions: "Versions and deprecation",
    "api-changes": "API changelog",
  }),
  section("Operate", {
    install: "Install Roost on a server",
    settings: "Settings",
    storage: "Data, files and keys",
    backup: "Back up and restore",
    upgrade: "Upgrade Roost",
    connections: "Connect mail, payments, people and rates",
    monitor: "Monitor Roost",
    scale: "Run several processes or machines",
    "command-line": "Command line",
    troubleshooting: "Troubleshooting",
  }),
];

export const docsPages: readonly DocsPage[] = sections.flatMap(({ pages }) => pages);

/** Pages without a file, at the end of the Reference section. */
export const generated = {
  resources: { title: "Resources", path: "/docs/resources" },
  operations: { title: "All operations", path: "/docs/reference" },
  openapi: { title: "OpenAPI document", path: "/api/v3/openapi.json" },
} as const;

export const searchPath = "/docs/search";

/**
 * The path of a page that a file of docs/ links to; undefined if the page is not served.
 * @param from the linking file, below docs/
 */
export function pathOfLink(link: string, from: string): string | undefined {
  const { pathname, hash } = new URL(link, `file:///${from}`);
  const page = docsPages.find(({ file }) => `/${file}` === pathname);
  return page && page.path + hash;
}
