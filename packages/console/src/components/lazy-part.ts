import { createElement, type FunctionComponent, use } from "react";

interface LazyPart<Props> extends FunctionComponent<Props> {
  preload(): Promise<void>;
}

/**
 * A component that loads when it is first shown or preloaded. After that it shows at once, while React's `lazy` would show a fallback for 300
 * ms. Unlike the router's own, a failed import does not reload the page, which offline would replace it with the browser's error.
 */
export function lazyPart<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, FunctionComponent<Props>>>>,
  name: Name,
): LazyPart<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  let loading: Promise<void> | undefined;
  const preload = () => {
    loading ??= load().then((parts) => {
      loaded = parts[name];
    });
    return loading;
  };
  function Part(props: Props) {
    if (!loaded) use(preload());
    return loaded ? createElement(loaded, props) : null;
  }
  return Object.assign(Part, { preload });
}
