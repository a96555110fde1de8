// What `lecture` adds to JupyterLab. Page Down, or a clicker, brings the next section to the top of the screen; N
// opens the lecturer's notes in a window of their own, which then follows the notebook. A cell that has just been
// run stays in sight as a whole while it grows, and what stands below the selected cell is hidden.
//
// JupyterLab loads this file as it is: nothing is built.

const STYLE = `
  .jp-Notebook .jp-Cell.jp-mod-active ~ .jp-Cell, .jp-Notebook-footer { opacity: 0; } /* but can be focused */
  .jp-Notebook { --jp-cell-prompt-width: 14px; } /* an explorer in large type needs all of 1280 pixels */
  .jp-InputPrompt, .jp-OutputPrompt { visibility: hidden; }
  body .jp-RenderedHTMLCommon table { margin-left: 0; font-size: inherit; } /* as large as text, where it begins */
  .jp-OutputArea :is(figure, [role="status"]):not(.ax *), .aq figure { zoom: 1.3; } /* pictures, checks: as large as text */
  .jp-WindowedPanel-outer { overflow-anchor: none; } /* what is new pushes down, and not up and out of sight */
`;
const follow = new BroadcastChannel("lecture");
const KEYS = ["PageDown", "PageUp"];

// The positions of the cells with which sections begin; what stands before the first heading is one, too.
function sections(notebook) {
  const begins = ({ model }, at) =>
    at === 0 || model.type === "markdown" && model.sharedModel.getSource().startsWith("## ");
  return notebook.widgets.flatMap((cell, at) => begins(cell, at) ? [at] : []);
}

const current = (notebook) => sections(notebook).findLastIndex((at) => at <= notebook.activeCellIndex);

// Shift+Enter selects the next heading while the screen still shows the section before: then Page Down brings it.
function target(notebook, key) {
  const { activeCell, activeCellIndex: here, node } = notebook;
  const isBelow = activeCell.node.getBoundingClientRect().top - node.getBoundingClientRect().top > 20;
  return key === "PageDown"
    ? sections(notebook).find((at) => at > here || at === here && isBelow)
    : sections(notebook).findLast((at) => at < here);
}

function go(notebook, key) {
  const at = target(notebook, key);
  if (at === undefined) return;
  notebook.mode = "command";
  notebook.activeCellIndex = at;
  notebook.scrollToItem(at, "start", 0);
  notebook.activate();
}

let watched = new ResizeObserver(() => {});

function keepInSight(node) {
  const screen = node.closest(".jp-WindowedPanel-outer");
  watched.disconnect();
  watched = new ResizeObserver(() => {
    const { top, bottom } = node.getBoundingClientRect(), seen = screen.getBoundingClientRect();
    const above = top - seen.top, below = bottom - seen.bottom;
    screen.scrollBy(0, above < 0 ? above : Math.min(above, Math.max(below, 0)));
  });
  watched.observe(node);
}

async function openNotes({ context, content }) {
  const { baseUrl } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const notes = open("", "lecture-notes", "popup,width=900,height=700");
  const answer = await fetch(`${baseUrl}files/${encodeURI(context.path.replace(/ipynb$/, "html"))}`);
  notes.document.open();
  notes.document.write(await answer.text());
  notes.document.close();
  follow.postMessage(current(content));
}

function activate({ commands, shell }) {
  const shown = () => shell.currentWidget?.content?.widgets ? shell.currentWidget : null;
  const followed = new WeakSet();
  document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
  shell.currentChanged.connect(() => {
    const notebook = shown()?.content;
    if (!notebook || followed.has(notebook)) return;
    followed.add(notebook);
    notebook.activeCellChanged.connect(() => follow.postMessage(current(notebook)));
  });
  // Wherever the focus is, within a question or an explorer, too; but not in one that fills the screen.
  addEventListener("keydown", (event) => {
    watched.disconnect();
    const notebook = shown()?.content;
    if (!notebook?.activeCell || document.querySelector("dialog[open]")) return;
    const runs = event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey);
    if (runs && !event.target.closest(".jp-OutputArea")) keepInSight(notebook.activeCell.node);
    if (!KEYS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    go(notebook, event.key);
  }, { capture: true });
  for (const moves of ["wheel", "pointerdown"]) addEventListener(moves, () => watched.disconnect());
  commands.addCommand("lecture:notes", {
    label: "Open the lecturer's notes",
    execute: () => openNotes(shown()),
    isEnabled: () => shown() !== null,
  });
  commands.addKeyBinding({
    command: "lecture:notes",
    keys: ["N"],
    selector: ".jp-Notebook.jp-mod-commandMode :focus",
  });
}

const plugin = { id: "lecture:keys", autoStart: true, activate };
(globalThis._JUPYTERLAB ??= {}).lecture = { init() {}, get: () => Promise.resolve(() => plugin) };
