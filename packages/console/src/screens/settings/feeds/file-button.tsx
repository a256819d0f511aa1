import { FileInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Feed } from "./feeds.ts";

/** Uploads a file to an import without an address. The file replaces the import's content. */
export function FileButton({ feed }: { readonly feed: Feed }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const uploading = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set("calendar", file);
      const params = { path: { calendar_feed_id: feed.id } };
      return client.POST("/calendar_feeds/{calendar_feed_id}/upload", { params, body });
    },
    onSuccess: async () => {
      notify({ text: t("feeds.uploaded") });
      await queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] });
    },
  });
  return (
    <div>
      <FileInput
        accept=".ics,text/calendar"
        aria-label={t("feeds.fileOf", { name: feed.name })}
        placeholder={t("feeds.file")}
        value={null}
        disabled={uploading.isPending}
        onChange={(file) => file && uploading.mutate(file)}
      />
      <FormProblems error={uploading.error} excluded={[]} />
    </div>
  );
}
