import type { Shown } from "./shown.ts";

/** A value of a template; null for an unknown one, which stays empty. */
export type TemplateValue = string | number | Shown | null;

/** An element of a list. */
export type TemplateElement = Readonly<Record<string, TemplateValue>>;

/** The names of one subject with their values. */
export type SubjectValues = Readonly<Record<string, TemplateValue | readonly TemplateElement[]>>;
