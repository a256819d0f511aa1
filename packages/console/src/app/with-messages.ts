import { loadLaterMessages } from "../i18n/load-messages.ts";

/** Loads a screen with the messages that the first screen does without. */
export const withMessages =
  <Screen>(load: () => Promise<Screen>) =>
  async (): Promise<Screen> => {
    const [screen] = await Promise.all([load(), loadLaterMessages()]);
    return screen;
  };
