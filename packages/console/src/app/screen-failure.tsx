import { useWindowEvent } from "@mantine/hooks";
import { useEffect } from "react";
import { Failure } from "../components/failure.tsx";
import { isFirst, isImportFailure, reloadWhenReachable } from "./reload.ts";

/** A screen whose code failed or could not be loaded. It loads again by its button, and by itself once the network is back. */
export function ScreenFailure({ error }: { readonly error: unknown }) {
  useWindowEvent("online", () => void reloadWhenReachable());
  useEffect(() => {
    // Another release has replaced the file, or it was last tried offline.
    if (navigator.onLine && isImportFailure(error) && isFirst(error)) void reloadWhenReachable();
  }, [error]);
  return <Failure error={error} reset={() => void reloadWhenReachable()} />;
}
