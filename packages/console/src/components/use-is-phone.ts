import { useMediaQuery } from "@mantine/hooks";

/** Whether the window is as narrow as a phone, where tables become cards and tools go behind buttons. */
export const useIsPhone = (): boolean =>
  useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
