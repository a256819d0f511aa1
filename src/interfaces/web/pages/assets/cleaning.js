// Keeps a cleaning link's page usable without a network: entries wait on the phone and are sent once, in order, each with its own key.
// The page works without this script.
const news = document.querySelector("[data-news]");
const retryMs = 15_000;

/** Entries that wait, oldest first. */
const queue = (() => {
  const opened = new Promise((resolve, reject) => {
    const request = indexedDB.open("roost-cleaning", 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore("sends", { keyPath: "order", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const run = async (mode, work) => {
    const transaction = (await opened).transaction("sends", mode);
    const request = work(transaction.objectStore("sends"));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
  return {
    add: (send) => run("readwrite", (sends) => sends.add(send)),
    all: () => run("readonly", (sends) => sends.getAll()),
    remove: (order) => run("readwrite", (sends) => sends.delete(order)),
  };
})();

const say = (text) => {
  if (news.textContent !== text) news.textContent = text;
  news.hidden = text === "";
};

/** Shows the number of queued entries. @param outcome of the last attempt */
const tell = (count, outcome) => {
  const { waiting, offline, sent, refused } = news.dataset;
  if (outcome === "refused") say(refused);
  else if (count === 0) say(news.hidden ? "" : sent);
  else say(`${outcome === "unreachable" ? `${offline} ` : ""}${waiting.replace("{count}", String(count))}`);
};

const bodyOf = ({ fields, photo }) => {
  if (!photo) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append("photo", photo, "photo");
  return form;
};

/** Whether the service took the entry, refused it, may take it later, or cannot be reached. */
const post = async (send) => {
  try {
    const { ok, status } = await fetch(send.url, {
      method: "POST",
      body: bodyOf(send),
      headers: { accept: "application/json" },
    });
    if (ok) return "taken";
    return status >= 500 || status === 429 || status === 408 ? "later" : "refused";
  } catch {
    return "unreachable";
  }
};

const sendAll = async () => {
  let outcome = "taken";
  for (const send of await queue.all()) {
    const latest = await post(send);
    if (outcome !== "refused") outcome = latest;
    if (latest === "later" || latest === "unreachable") break;
    await queue.remove(send.order);
  }
  tell((await queue.all()).length, outcome);
};

// Two open pages must not interleave: a repeated send changes nothing, but the order matters.
const flush = () => (navigator.locks ? navigator.locks.request("roost-cleaning", sendAll) : sendAll());

const enqueue = async (url, fields, photo) => {
  const key = crypto.randomUUID();
  await queue.add({ url, fields: [["key", key], ...fields], ...(photo ? { photo } : {}) });
  await flush();
};

/** Shows the form as it will be once its entries have arrived. */
const show = (form, fields) => {
  const ticked = new Set(fields.filter(([name]) => name === "tick").map(([, value]) => value));
  const items = new Set(fields.filter(([name]) => name === "item").map(([, value]) => value));
  for (const box of form.querySelectorAll("input[name=tick]"))
    if (items.has(box.value)) box.checked = ticked.has(box.value);
  const { act } = Object.fromEntries(fields);
  const { dataset } = form.closest("[data-task]");
  if (act === "done") dataset.done = "";
  if (act === "reopen") delete dataset.done;
};

/** Sends forms through the queue. Without one, as in some private windows, the browser sends them itself. */
const takeOver = () => {
  for (const form of document.querySelectorAll("form[data-report]")) {
    form.addEventListener("change", ({ target }) => {
      if (target.name !== "tick") return;
      const fields = [["item", target.value], ...(target.checked ? [["tick", target.value]] : [])];
      void enqueue(form.action, fields);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      // Ticks were sent at once. Without them, a stale page cannot untick another cleaner's.
      const fields = [...new FormData(form, event.submitter)].filter(
        ([name]) => !["key", "item", "tick"].includes(name),
      );
      show(form, fields);
      form.querySelector("textarea").value = "";
      void enqueue(form.action, fields);
    });
  }

  for (const form of document.querySelectorAll("form[data-photo]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [photo] = form.querySelector("input[type=file]").files;
      if (!photo) return;
      form.reset();
      void enqueue(form.action, [], photo);
    });
  }
};

/** Keeps this page and its assets for the time without a network. */
const keepPage = async () => {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("/cleaning/worker.js", { scope: "/cleaning/" });
  const cache = await caches.open("roost-cleaning");
  const assets = performance
    .getEntriesByType("resource")
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`));
  await cache.addAll([location.href.split("#")[0], ...new Set(assets)]);
};

const begin = async () => {
  const waiting = await queue.all();
  takeOver();
  for (const { url, fields } of waiting) {
    const form = document.querySelector(`form[data-report][action="${CSS.escape(new URL(url).pathname)}"]`);
    if (form) show(form, fields);
  }
  await flush();
};

// A private window has no database or no worker; the page works on.
begin().then(
  () => {
    addEventListener("online", () => void flush());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void flush();
    });
    setInterval(() => void flush(), retryMs);
  },
  () => undefined,
);
keepPage().catch(() => undefined);
