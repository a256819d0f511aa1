/** Joins the class names that apply. */
export const namesOf = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(" ");
