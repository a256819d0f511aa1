import { readFile } from "node:fs/promises";

/** The URL in the examples of docs/. */
const exampleUrl = "https://localhost:3443";

/** A file of docs/ with the service's own URL in its examples. @param baseUrl without a slash at the end */
export async function markdownOf(file: string, baseUrl: string): Promise<string> {
  const text = await readFile(new URL(`../../../../docs/${file}`, import.meta.url), "utf8");
  return text.replaceAll(exampleUrl, baseUrl);
}
