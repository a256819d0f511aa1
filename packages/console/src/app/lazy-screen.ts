import { lazy, type ReactNode } from "react";

type Screen = () => ReactNode;

/**
 * A screen that loads when it is first shown. Unlike the router's own, a failed import does not reload the page, which offline would
 * replace it with the browser's error.
 */
export function lazyScreen<Name extends string>(load: () => Promise<Record<Name, Screen>>, name: Name) {
  let loading: Promise<{ default: Screen }> | undefined;
  const read = () => {
    loading ??= load().then((screens) => ({ default: screens[name] }));
    return loading;
  };
  return Object.assign(lazy(read), { preload: async () => void (await read()) });
}
