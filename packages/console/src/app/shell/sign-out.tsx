import type { PropsWithChildren, Ref } from "react";
import { clearDrafts } from "../../components/draft/stored-drafts.ts";

interface SignOutProps extends PropsWithChildren {
  readonly csrfToken: string;
  readonly ref?: Ref<HTMLFormElement>;
}

/** The form that signs the person out and drops unsaved texts. */
export function SignOut({ csrfToken, ref, children }: SignOutProps) {
  return (
    <form ref={ref} method="post" action="/sign_out" onSubmit={clearDrafts} hidden={!children}>
      <input type="hidden" name="csrf_token" value={csrfToken} />
      {children}
    </form>
  );
}
