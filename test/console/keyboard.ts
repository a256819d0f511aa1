import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { goTo, shownDay } from "./open-console.ts";

/** More tab stops than any screen has. */
const stops = 250;

const isFocused = (target: Locator): Promise<boolean> =>
  target.first().evaluate((element) => element === element.ownerDocument.activeElement);

/** Moves the focus to a control by Tab alone; throws if Tab does not reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // An input behind its label, such as a radio button, has the focus but is not visible.
  await target.first().waitFor({ state: "attached" });
  for (let stop = 0; stop < stops; stop++) {
    if (await isFocused(target)) return;
    await page.keyboard.press("Tab");
  }
  expect.fail(`Tab does not reach ${target}`);
}

/** Presses a button or follows a link. */
export async function press(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Replaces a field's text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

/** Chooses a list's option by its first letters. */
export async function choose(page: Page, list: Locator, option: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(option);
  await expect
    .poll(() => list.evaluate((element) => Reflect.get(element, "selectedOptions")[0].label))
    .toContain(option);
}

/** Chooses a radio button: Tab reaches the checked one, arrows the others. */
export async function pick(page: Page, group: Locator, option: string): Promise<void> {
  await tabTo(page, group.locator("input:checked"));
  const choice = group.getByRole("radio", { name: option, exact: true });
  for (let step = 0; step < 10 && !(await choice.isChecked()); step++) await page.keyboard.press("ArrowRight");
  expect(await choice.isChecked()).toBe(true);
}

/**
 * Types a day into a date field, as an account without a country writes it.
 * @param day such as `2027-07-01`
 */
export const typeDay = (page: Page, field: Locator, day: string): Promise<void> => typeInto(page, field, shownDay(day));

/** Opens a screen by the navigation. */
export const goByKeyboard = (page: Page, screen: string): Promise<void> =>
  goTo(page, screen, (target) => press(page, target));

/**
 * In the page: counts keys, and what they activate. An Enter in a grid opens nights or a stay without a click. The hidden field of a file
 * is clicked by its button, not by the person.
 */
const counting = `globalThis.activations = globalThis.keys = 0;
addEventListener("click", ({ target }) => { if (target.type !== "file") globalThis.activations += 1; }, true);
addEventListener("keydown", ({ key, target }) => {
  if (key !== "Tab") globalThis.keys += 1;
  if (key === "Enter" && target.closest("[role=grid]")) globalThis.activations += 1;
}, true);`;

/**
 * Counts, from now on, the controls that a person activates: buttons, links, options and radio buttons. With ROOST_STEPS, the test's
 * end prints them and the keys, without the Tabs of which a pointer needs none.
 */
export async function countActivations(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(counting);
  if (process.env.ROOST_STEPS !== undefined) {
    onTestFinished(async ({ task }) => {
      const [clicks, keys] = await page.evaluate<[number, number]>("[globalThis.activations, globalThis.keys]");
      process.stdout.write(`${task.suite?.name ?? ""} | ${task.name} | ${clicks} clicks | ${keys} keys\n`);
    });
  }
  return () => page.evaluate<number>("globalThis.activations");
}
