import Type from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { areTexts, isObject } from "../../../kernel/values/structure.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

/** Certificates by awarding body (enums.yaml, rental_certifications). */
const certificates = {
  meubles_de_tourisme: ["1_etoile", "2_etoiles", "3_etoiles", "4_etoiles", "5_etoiles"],
  gites_de_france: ["1_epi", "2_epis", "3_epis", "4_epis"],
  clevacances: ["1_cle", "2_cles", "3_cles", "4_cles"],
  accueil_velo: ["accueil_velo"],
} as const;

const levelsByAward: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(certificates));

/** A rental's certificates: `{ "clevacances": ["2_cles"] }`. */
export type Certifications = Readonly<Record<string, readonly string[]>>;

const schema = Type.Object(
  Object.fromEntries(
    [...levelsByAward].map(([award, levels]) => [award, Type.Optional(Type.Array(Type.Enum([...levels])))]),
  ),
  { additionalProperties: false },
);

/** A rental's certifications. A write replaces them all. */
export const certifications = () =>
  structure<Certifications>({ title: "Object", schema, accept, isValue: isCertifications }).neverNull();

function accept(input: unknown): Accepted<Certifications> {
  if (!isObject(input)) return problem(`must be an object of arrays under: ${[...levelsByAward.keys()].join(", ")}`);
  for (const [award, held] of Object.entries(input)) {
    const levels = levelsByAward.get(award);
    if (!levels)
      return problem(
        `has an unknown certification: ${award.slice(0, 50)}; known are: ${[...levelsByAward.keys()].join(", ")}`,
      );
    if (!areTexts(held) || !held.every((level) => levels.includes(level))) {
      return problem(`must hold under ${award} an array of: ${levels.join(", ")}`);
    }
  }
  return isCertifications(input) ? { value: input } : problem("must be an object of arrays");
}

function isCertifications(candidate: unknown): candidate is Certifications {
  return isObject(candidate) && Object.values(candidate).every(areTexts);
}
