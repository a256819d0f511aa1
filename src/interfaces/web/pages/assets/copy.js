// Adds a copy button to every element with `data-copy`, if the browser has a clipboard.
if (navigator.clipboard) {
  for (const source of document.querySelectorAll("[data-copy]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy the ${source.dataset.copy}`);
    const news = document.createElement("span");
    news.className = "copied";
    news.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      const done = await navigator.clipboard.writeText(source.textContent.trim()).then(
        () => true,
        () => false,
      );
      news.textContent = done ? "Copied" : "Copying failed. Select the text and copy it.";
      setTimeout(() => {
        news.textContent = "";
      }, 3000);
    });
    const row = document.createElement("div");
    row.className = "copying";
    row.append(button, news);
    (source.closest("pre") ?? source).after(row);
  }
}
