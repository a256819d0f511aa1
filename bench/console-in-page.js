// Runs inside the measured console page (console-measures.ts), possibly more than once.
(() => {
  const codeOf = ({ name }) => /\.(js|css)$/.test(new URL(name).pathname);
  const bytesOf = (entries) => entries.reduce((bytes, { encodedBodySize = 0 }) => bytes + encodedBodySize, 0);

  function write(text) {
    const field = document.querySelector("#screen input[placeholder]");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const acts = {
    open: () => document.querySelector("[data-stay]").click(),
    close: () =>
      document.querySelector("[role=dialog] .mantine-Drawer-close, [role=dialog] .mantine-Modal-close").click(),
    filter: () => write("Playa 1"),
    all: () => write(""),
    scroll: () => document.querySelector("[role=grid]").scrollBy(0, 520),
  };

  globalThis.measured = {
    bytes() {
      const entries = performance.getEntriesByType("resource");
      return [bytesOf(entries), bytesOf(entries.filter(codeOf))];
    },
    async act(name) {
      const began = performance.now();
      acts[name]();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return performance.now() - began;
    },
    async frames(right, down) {
      const grid = document.querySelector("[role=grid]");
      const began = performance.now();
      let drawn = 0;
      while (performance.now() - began < 4000) {
        grid.scrollBy(right, down);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        drawn++;
      }
      return (drawn * 1000) / (performance.now() - began);
    },
  };
})();
