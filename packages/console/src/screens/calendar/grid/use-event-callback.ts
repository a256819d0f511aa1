/** A stable function that always calls the latest callback, so memoized rows do not rerender. */
export { useCallbackRef as useEventCallback } from "@mantine/hooks";
