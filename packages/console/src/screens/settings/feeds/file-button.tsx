import { FileInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorking } from "../../../app/session.tsx";
import { FormProblems } from "../../../parts/form-problems.tsx";
import { useNotices } from "../../../parts/notices.tsx";
import { useWords } from "../../../words/words.tsx";
import type { Feed } from "./feeds.ts";

/** Takes a file for an import that has no address: the import is what it says from then on. */
export function FileButton({ feed }: { readonly feed: Feed }) {
  const { words } = useWords();
  const { client, account } = useWorking();
  const { tell } = useNotices();
  const queries = useQueryClient();
  const uploading = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set("calendar", file);
      const params = { path: { calendar_feed_id: feed.id } };
      return client.POST("/calendar_feeds/{calendar_feed_id}/upload", { params, body });
    },
    onSuccess: async () => {
      tell({ text: words.feeds.uploaded });
      await queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] });
    },
  });
  return (
    <div>
      <FileInput
        accept=".ics,text/calendar"
        aria-label={words.feeds.fileOf(feed.name)}
        placeholder={words.feeds.file}
        value={null}
        disabled={uploading.isPending}
        onChange={(file) => file && uploading.mutate(file)}
      />
      <FormProblems error={uploading.error} besides={[]} />
    </div>
  );
}
