import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/**
 * A form's write, once at a time: a second submit that comes before the button is disabled does nothing. The service processes two
 * simultaneous requests with the same idempotency key (docs/start/first-requests.md).
 */
export function useSubmit<Answer, Input = void>(options: UseMutationOptions<Answer, Error, Input>) {
  const isRunning = useRef(false);
  const end = () => {
    isRunning.current = false;
  };
  const { mutate, ...mutation } = useMutation({ ...options, onSettled: end });
  const keepFocus = useKeptFocus(mutation.isPending);
  return {
    ...mutation,
    submit(input: Input): void {
      if (isRunning.current) return;
      isRunning.current = true;
      keepFocus();
      mutate(input);
    },
  };
}

/**
 * A button is disabled while its write runs and loses the focus, so that Tab would go on in the screen behind its dialog. It gets the
 * focus back after the write. @returns a function to call before the write
 */
function useKeptFocus(isPending: boolean): () => void {
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (isPending) return;
    const before = focused.current;
    focused.current = null;
    if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
      before.focus({ preventScroll: true });
  }, [isPending]);
  return () => {
    focused.current = document.activeElement;
  };
}
