// Runs inside a page, not in Node: lists its accessibility faults as sentences.
(() => {
  const faults = [];
  const shown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const name = (element) => `${element.localName} "${(element.textContent || element.id).trim().slice(0, 40)}"`;

  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push(`the id ${id} is there twice`);

  for (const element of document.querySelectorAll("[aria-describedby], [aria-labelledby]")) {
    const targets = `${element.getAttribute("aria-describedby") ?? ""} ${element.getAttribute("aria-labelledby") ?? ""}`;
    for (const id of targets.split(/\s+/).filter(Boolean)) {
      if (!ids.includes(id)) faults.push(`${name(element)} points to ${id}, which is not there`);
    }
  }
  for (const field of document.querySelectorAll("input:not([type=hidden]), textarea, select")) {
    if (field.labels.length === 0) faults.push(`the field ${field.name} has no label`);
    if (field.getAttribute("aria-invalid") === "true" && !field.getAttribute("aria-describedby")) {
      faults.push(`the field ${field.name} does not say what is wrong`);
    }
  }
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map(({ localName }) => Number(localName[1]));
  if (levels.filter((level) => level === 1).length !== 1) faults.push("there is not one first heading");
  for (const [index, level] of levels.entries()) {
    if (level > (levels[index - 1] ?? 0) + 1)
      faults.push(`a heading of level ${level} follows one of ${levels[index - 1]}`);
  }
  for (const landmark of ["header", "main", "footer"]) {
    if (document.querySelectorAll(`body > ${landmark}`).length !== 1) faults.push(`there is not one ${landmark}`);
  }
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`it is ${root.scrollWidth} wide and must be scrolled sideways`);

  for (const target of document.querySelectorAll("button, .button, input:not([type=hidden]), summary")) {
    const { width, height } = target.getBoundingClientRect();
    if (shown(target) && (width < 20 || height < 20)) faults.push(`${name(target)} is only ${width} × ${height}`);
  }

  // WCAG 2.2, 1.4.3: contrast of text and background. Painting a colour parses any notation.
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const painted = (colors) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) layers.unshift(getComputedStyle(one).backgroundColor);
    return ["white", ...layers];
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (text.data.trim() === "" || !shown(element)) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const layers = behind(element);
    const [one, other] = [luminance(painted(layers)), luminance(painted([...layers, color]))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    const size = Number.parseFloat(fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) faults.push(`${name(element)} has a contrast of ${ratio.toFixed(2)}`);
  }
  return faults;
})();
