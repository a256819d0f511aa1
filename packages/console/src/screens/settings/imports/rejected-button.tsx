import { Button } from "@mantine/core";
import { refusalOf } from "@roost/client";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { saveFile } from "../../../components/save-file.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Import } from "./imports.ts";

/** Downloads the wrong lines with their reasons, to correct and import again. */
export function RejectedButton({ record: { id, file_name } }: { readonly record: Import }) {
  const { t } = useI18n();
  const { account } = useSession();
  const saving = useMutation({
    // The client reads JSON only.
    mutationFn: async () => {
      const answer = await fetch(`/api/v3/imports/${id}/rejected?format=csv_with_bom`, {
        headers: { "roost-account": String(account.id) },
      });
      if (!answer.ok) throw await refusalOf(answer);
      const name = (file_name ?? "import").replace(/\.\w+$/, "");
      saveFile(t("imports.rejectedFile", { name }), await answer.blob());
    },
  });
  return (
    <>
      <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>
        {t("imports.rejected")}
      </Button>
      <FormProblems error={saving.error} excluded={[]} />
    </>
  );
}
