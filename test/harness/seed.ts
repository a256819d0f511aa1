/**
 * What chance follows from in the tests: the same in every run, so that none fails by chance. `ROOST_PROPERTY_SEED` tries others, and
 * `ROOST_PROPERTY_RUNS` more of them.
 */
export const seed = Number(process.env.ROOST_PROPERTY_SEED ?? 20_261_121);
