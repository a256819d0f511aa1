// The widget of a booking site on another page: a search and a calendar in a shadow root. No dependency, no cookie.
(() => {
  const script = document.currentScript;
  const address = script?.dataset.account;
  if (!script || !address) return;
  const origin = new URL(script.src).origin;
  const language = (script.dataset.language || document.documentElement.lang || navigator.language).slice(0, 2);
  const host = document.createElement("div");
  script.after(host);
  const root = host.attachShadow({ mode: "open" });
  const styles = new CSSStyleSheet();
  root.adoptedStyleSheets = [styles];

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const field = (name, label, attributes) =>
    make("label", {}, make("span", {}, label), make("input", { name, ...attributes }));

  const read = async (rental) => {
    const url = new URL(`/stay/${encodeURIComponent(address)}/widget.json`, origin);
    url.searchParams.set("language", language);
    if (rental) url.searchParams.set("rental", rental);
    const answer = await fetch(url, { credentials: "omit" });
    if (!answer.ok) throw new Error(`The booking widget of ${address} is not available (${answer.status}).`);
    return answer.json();
  };

  const search = ({ url, today, labels }) =>
    make(
      "form",
      { action: url, method: "get", target: "_top", "aria-label": labels.search },
      field("arrival", labels.arrival, { type: "date", required: "", min: today }),
      field("departure", labels.departure, { type: "date", required: "", min: today }),
      field("adults", labels.adults, { type: "number", min: "1", max: "99", value: "2" }),
      field("children", labels.children, { type: "number", min: "0", max: "99", value: "0" }),
      make("button", {}, labels.submit),
    );

  const month = ({ title, days, offset }, weekdays) => {
    const table = make("table", {}, make("caption", {}, title));
    table.append(make("tr", {}, ...weekdays.map((day) => make("th", { scope: "col" }, day))));
    const cells = [...Array(offset).fill(null), ...days];
    for (let index = 0; index < cells.length; index += 7) {
      const week = cells.slice(index, index + 7).map((isFree, place) => {
        if (isFree === null) return make("td");
        const date = String(index + place - offset + 1);
        return make("td", {}, isFree ? date : make("del", {}, date));
      });
      table.append(make("tr", {}, ...week));
    }
    return table;
  };

  const calendar = ({ rentals, rental, months, weekdays, labels }) => {
    if (!rental) return "";
    const choice = make("select", { "aria-label": labels.rental });
    for (const { id, name } of rentals) choice.append(new Option(name, id, false, id === rental.id));
    choice.addEventListener("change", () => show(choice.value));
    const link = make("a", { href: rental.url, target: "_top" }, labels.book);
    return make(
      "section",
      { "aria-label": labels.calendar },
      rentals.length > 1 ? choice : make("strong", {}, rental.name),
      make("p", {}, labels.hint),
      make("div", { class: "months" }, ...months.map((one) => month(one, weekdays))),
      link,
    );
  };

  const show = async (rental) => {
    const data = await read(rental);
    styles.replaceSync(data.styles);
    root.replaceChildren(search(data), calendar(data));
  };

  show(script.dataset.rental).catch(reportError);
})();
