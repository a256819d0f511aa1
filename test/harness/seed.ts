/** The tests' random seed, fixed for stable runs. `ROOST_PROPERTY_SEED` tries others, and `ROOST_PROPERTY_RUNS` more of them. */
export const seed = Number(process.env.ROOST_PROPERTY_SEED ?? 20_261_121);
