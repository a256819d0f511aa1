import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";

/** What everybody changes of themselves, whatever they are in the account. */
export function OwnSection() {
  return (
    <>
      <NameForm />
      <PasswordForm />
      <SecondFactor />
    </>
  );
}
