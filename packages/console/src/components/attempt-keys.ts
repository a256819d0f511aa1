import { useState } from "react";

/**
 * The idempotency keys of one open form, a key for each content. A retry repeats nothing, and corrected content is a new request. A
 * creation that nothing else holds apart, such as a payment, keeps one key for its form.
 */
export function useAttemptKeys(): (content: unknown) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (content) => {
    const text = JSON.stringify(content);
    const key = keys.get(text) ?? crypto.randomUUID();
    keys.set(text, key);
    return key;
  };
}
