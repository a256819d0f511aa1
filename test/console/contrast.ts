import type { Page } from "playwright-core";
import { checkedPart, loadAxe } from "./axe.ts";

/** The kinds of text whose contrast is right, by color scheme. */
const right = new Map<string, Set<string>>();

/**
 * In the page: groups its texts by kind. A kind is what decides about contrast: the tags and classes of an element and its parents, and
 * their colors. Three elements stand for a kind, because something may lie on one of them.
 */
const grouping = `(part) => {
  const known = new Map();
  const hashed = (text) => {
    let [one, other] = [1, 2];
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 2654435761);
      other = Math.imul(other ^ text.charCodeAt(at), 1597334677);
    }
    return (one >>> 0).toString(36) + (other >>> 0).toString(36);
  };
  const kindOf = (element) => {
    if (!element) return "";
    if (known.has(element)) return known.get(element);
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(element);
    const colors = [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight];
    const kind = hashed([kindOf(element.parentElement), element.tagName, element.getAttribute("class"), ...colors].join());
    known.set(element, kind);
    return kind;
  };
  const hasText = (element) =>
    element.matches("input, textarea, select") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
  const isSeen = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    const { width, height, right, bottom } = element.getBoundingClientRect();
    // Texts for screen readers only take a pixel, or lie outside.
    return width > 1 && height > 1 && right > 0 && bottom > 0;
  };
  const texts = [...document.querySelectorAll(part + " *")].filter((element) => hasText(element) && isSeen(element));
  const all = Map.groupBy(texts, kindOf);
  globalThis.kindsOfText = new Map();
  for (const [kind, of] of all) kindsOfText.set(kind, [...new Set([of[0], of[of.length >> 1], of.at(-1)])]);
  return [...kindsOfText.keys()];
}`;

/**
 * In the page: checks some kinds. A kind passes only if axe could decide about one of its texts. A text that the screen has replaced
 * meanwhile is checked where its kind is seen next.
 */
const checking = `async (kinds) => {
  const texts = kinds.flatMap((kind) => kindsOfText.get(kind)).filter((text) => text.isConnected);
  if (texts.length === 0) return { faults: [], passed: [] };
  const options = { runOnly: ["color-contrast"], elementRef: true, resultTypes: ["violations", "passes"], selectors: false, preload: false };
  const { violations, passes } = await axe.run(texts, options);
  const nodes = (results) => results.flatMap((result) => result.nodes);
  const passed = new Set(nodes(passes).map(({ element }) => element));
  return {
    faults: nodes(violations).map(({ html, failureSummary }) => "color-contrast: " + html.slice(0, 160) + " " + failureSummary),
    passed: kinds.filter((kind) => kindsOfText.get(kind).some((element) => passed.has(element))),
  };
}`;

/**
 * The texts of the open dialogs, else of the whole page, that have too little contrast. Checks each kind of text once in a color scheme,
 * because contrast takes axe longer than all else, and most texts look like many others.
 */
export async function contrastFaults(page: Page, scheme: string): Promise<string[]> {
  const known = right.get(scheme) ?? new Set();
  right.set(scheme, known);
  const kinds = await page.evaluate<string[]>(`(${grouping})(${JSON.stringify(await checkedPart(page))})`);
  const unknown = kinds.filter((kind) => !known.has(kind));
  if (unknown.length === 0) return [];
  await loadAxe(page);
  const { faults, passed } = await page.evaluate<{ readonly faults: string[]; readonly passed: string[] }>(
    `(${checking})(${JSON.stringify(unknown)})`,
  );
  // A kind with a fault fails every test that shows it.
  if (faults.length === 0) for (const kind of passed) known.add(kind);
  return faults;
}
