import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";

/** Settings of the person, independent of the account. */
export function OwnSection() {
  return (
    <>
      <NameForm />
      <PasswordForm />
      <SecondFactor />
    </>
  );
}
