import { Button, FileInput, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { base64Of } from "../../../components/base64-of.ts";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import classes from "./account.module.css";

interface LogoFormProps {
  readonly title: string;
  /** The address of the stored logo; null without one. */
  readonly url: string | null;
  /** Stores a logo in base64; null removes it. */
  readonly write: (logo: string | null) => Promise<void>;
}

/** A logo: chosen, shown and removed at once, without a form to save. */
export function LogoForm({ title, url, write }: LogoFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const saving = useMutation({
    mutationFn: async (file: File | null) => write(file === null ? null : await base64Of(file)),
    onSuccess: () => notify({ text: t("accountSettings.logo.saved") }),
  });
  return (
    <section aria-label={title}>
      {url && <img className={classes.logo} src={url} alt={title} />}
      <Group align="flex-end">
        <FileInput
          accept="image/png,image/jpeg"
          label={title}
          description={t("accountSettings.logo.hint")}
          placeholder={t("accountSettings.logo.choose")}
          value={null}
          disabled={saving.isPending}
          onChange={(file) => file && saving.mutate(file)}
        />
        {url && (
          <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate(null)}>
            {t("accountSettings.logo.remove")}
          </Button>
        )}
      </Group>
      <FormProblems error={saving.error} excluded={[]} />
    </section>
  );
}
