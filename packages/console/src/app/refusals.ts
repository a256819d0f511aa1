import { Unauthorized } from "@roost/client";

/** Called when the service responds that the session has ended. */
let signedOutListener: () => void = () => undefined;

export function onSignedOut(listener: () => void): void {
  signedOutListener = listener;
}

/** Handles errors that concern the whole console, whichever call they come from. */
export function noteRefusal(error: unknown): void {
  if (error instanceof Unauthorized) signedOutListener();
}
