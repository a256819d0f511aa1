/** Builds a multipart/form-data body with one file, and its header. */
export function aForm(file: string, { type = "text/calendar", name = "calendar" } = {}) {
  const boundary = "----roost-test";
  const head = `content-disposition: form-data; name="${name}"; filename="calendar.ics"\r\ncontent-type: ${type}`;
  return {
    body: `--${boundary}\r\n${head}\r\n\r\n${file}\r\n--${boundary}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
