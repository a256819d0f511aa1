import { docsPages } from "../../web/docs/contents.ts";

/** A page of the documentation that agents can read. */
export interface Guide {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  /** The path below docs/. */
  readonly file: string;
}

/** The guides and concepts of the documentation. */
export const guides: readonly Guide[] = docsPages
  .filter(({ file }) => /^(guides|concepts)\//.test(file))
  .map(({ title, file, path }) => {
    const name = path.slice("/docs/".length);
    return { uri: `roost://guides/${name}`, name, title, file };
  });

/** The result of `resources/list`. Records have a template instead: there are too many to list. */
export const listedGuides = {
  resources: guides.map(({ uri, name, title }) => ({
    ...{ uri, name, title },
    description: `The documentation's page "${title}".`,
    mimeType: "text/markdown",
  })),
};
