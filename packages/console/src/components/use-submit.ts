import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";

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
  return {
    ...mutation,
    submit(input: Input): void {
      if (isRunning.current) return;
      isRunning.current = true;
      mutate(input);
    },
  };
}
