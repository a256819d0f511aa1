import { Button } from "@mantine/core";
import { UserX } from "lucide-react";
import { EmptyState } from "../../components/empty-state.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { SignOut } from "./sign-out.tsx";

/** Shown to a person who belongs to no account, and who may have another login. */
export function NoAccount({ csrfToken }: { readonly csrfToken: string }) {
  const { t } = useI18n();
  return (
    <main id="screen">
      <h1>Roost</h1>
      <EmptyState
        icon={UserX}
        text={t("shell.noAccount")}
        action={
          <SignOut csrfToken={csrfToken}>
            <Button type="submit" variant="default">
              {t("shell.signOut")}
            </Button>
          </SignOut>
        }
      />
    </main>
  );
}
