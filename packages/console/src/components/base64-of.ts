/** A file in base64, without the address in front. */
export const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ""));
    reader.onerror = () => reject(new Error("The file cannot be read.", { cause: reader.error }));
    reader.readAsDataURL(file);
  });
