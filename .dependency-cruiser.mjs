/**
 * The floors of the house (docs/decisions/0001-floors.md): what may import what.
 * core <- kernel, database <- families <- http, oauth, agent, jobs, cli <- main. Never upwards.
 */
const families =
  "^src/(accounts|amenities|applications|bookings|calendar|clients|destinations|discounts|exchange|fees|rates|rentals|reports|search|sources|tags|taxes)/";
const faces = "^src/(http|oauth|agent|jobs|cli|demo)/";

export default {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    { name: "core-stands-alone", severity: "error", from: { path: "^src/core/" }, to: { pathNot: "^src/core/" } },
    {
      name: "database-is-below-the-kernel",
      severity: "error",
      from: { path: "^src/database/" },
      to: { path: "^src/", pathNot: "^src/(core|database)/" },
    },
    {
      name: "kernel-knows-no-family",
      severity: "error",
      from: { path: "^src/kernel/" },
      to: { path: "^src/", pathNot: "^src/(core|kernel|database)/" },
    },
    { name: "families-know-no-face", severity: "error", from: { path: families }, to: { path: faces } },
    {
      name: "nothing-starts-main",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/main\\.ts$" },
    },
    { name: "src-knows-no-test", severity: "error", from: { path: "^src/" }, to: { path: "^(test|bench)/" } },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: ["^src/(main|cli/main)\\.ts$", "/pages/[a-z-]+\\.js$"] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    parser: "swc",
    enhancedResolveOptions: { extensions: [".ts", ".js", ".mjs", ".json"] },
  },
};
