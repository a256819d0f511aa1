import { Unauthorized } from "@roost/client";

/** Called when the service says that nobody is signed in any more. */
let whenSignedOut: () => void = () => undefined;

export function onSignedOut(listener: () => void): void {
  whenSignedOut = listener;
}

/** Notes a refusal that concerns the whole console, whatever had asked. */
export function noteRefusal(error: unknown): void {
  if (error instanceof Unauthorized) whenSignedOut();
}
