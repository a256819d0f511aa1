// The rules that follow from layers.mjs, by folder: a module or an interface is covered the moment it exists.
import { domains, interfaces, layers } from "./layers.mjs";

const error = "error";

/** A layer imports nothing that is above it. */
const upwards = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer}-imports-nothing-above`,
  severity: error,
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${layers.slice(index + 1).join("|")})/` },
}));

/** Within a layer, a folder imports only those that the list gives it; one that is not listed imports none. */
const along = (folder, list) => [
  ...Object.entries(list).map(([name, used]) => ({
    name: `${folder}-along-the-list`,
    severity: error,
    from: { path: `^src/${folder}/${name}/` },
    to: { path: `^src/${folder}/`, pathNot: `^src/${folder}/(${[name, ...used].join("|")})/` },
  })),
  {
    name: `${folder}-unlisted`,
    severity: error,
    from: { path: `^src/${folder}/([^/]+)/`, pathNot: `^src/${folder}/(${Object.keys(list).join("|")})/` },
    to: { path: `^src/${folder}/`, pathNot: `^src/${folder}/$1/` },
  },
];

export default {
  forbidden: [
    { name: "no-circles", severity: error, from: {}, to: { circular: true } },
    ...upwards,
    ...along("modules", Object.fromEntries(Object.entries(domains).map(([name, { uses }]) => [name, uses]))),
    ...Object.entries(domains).flatMap(([name, { modules }]) => along(`modules/${name}`, modules)),
    ...along("interfaces", interfaces),
    {
      name: "src-has-only-its-layers",
      severity: error,
      from: { path: "^(src|bin)/" },
      to: { path: "^src/", pathNot: `^src/((${layers.join("|")})/|main\\.ts$)` },
    },
    { name: "nothing-starts-main", severity: error, from: { path: "^src/" }, to: { path: "^src/main\\.ts$" } },
    { name: "src-knows-no-test", severity: error, from: { path: "^(src|bin)/" }, to: { path: "^(test|bench|tools)/" } },
    {
      // docs/design/operations.md
      name: "telemetry-is-listened-to",
      severity: error,
      from: { path: "^(src|bin)/", pathNot: "^src/app/telemetry/" },
      to: { path: "node_modules/@opentelemetry/" },
    },
    {
      name: "packages-stand-alone",
      severity: error,
      // Their tests may run them against the service.
      from: { path: "^packages/([^/]+)/", pathNot: "^packages/[^/]+/test/" },
      to: { path: "^(src|test|bench|tools|packages)/", pathNot: "^(packages/$1|src/core)/" },
    },
    {
      name: "only-what-is-built-from-this-tree-shares-the-core",
      severity: error,
      // The other packages are published.
      from: { path: "^packages/", pathNot: "^packages/(console|demo)/" },
      to: { path: "^src/core/" },
    },
    {
      name: "packages-by-their-names",
      severity: error,
      from: { path: "^src/" },
      to: { path: "^packages/", dependencyTypes: ["local"], dependencyTypesNot: ["aliased-workspace"] },
    },
    {
      name: "no-orphans",
      severity: error,
      from: {
        orphan: true,
        path: "^(src|packages)/",
        pathNot: [
          "^src/(main|app/command-line)\\.ts$",
          "^packages/console/src/worker/worker\\.ts$",
          "/assets/[a-z-]+\\.js$",
        ],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // What a build has made of the sources.
    exclude: { path: "^packages/[^/]+/dist/" },
    tsPreCompilationDeps: true,
    parser: "swc",
    enhancedResolveOptions: { extensions: [".ts", ".js", ".mjs", ".json"] },
  },
};
