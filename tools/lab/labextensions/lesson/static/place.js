// What `lab` adds to JupyterLab: a notebook opens at the last cell that its reader has run, and says so.
//
// JupyterLab's own #cell-id=… in an address is read before the notebook is there, and then forgotten.
// It loads this file as it is: nothing is built.

const SAID = {
  en: "This lesson opens at the last cell that you ran.",
  zh: "已回到你上次最后运行的一格。",
};

const wasRun = ({ model, isHidden }) => !isHidden && model.type === "code" && model.executionCount !== null;

async function goOn({ content, context, revealed }, commands) {
  await Promise.all([context.ready, revealed]);
  const at = content.widgets.findLastIndex(wasRun);
  if (at < 1) return;
  content.activeCellIndex = at;
  await content.scrollToItem(at, "center");
  const message = SAID[/(^|\/)zh\//.test(context.path) ? "zh" : "en"];
  commands.execute("apputils:notify", { message, type: "info", options: { autoClose: 6000 } });
}

function activate({ commands, shell }) {
  const seen = new WeakSet();
  shell.currentChanged.connect(() => {
    const panel = shell.currentWidget;
    if (!panel?.content?.widgets || seen.has(panel)) return;
    seen.add(panel);
    goOn(panel, commands);
  });
}

const plugin = { id: "lesson:place", autoStart: true, activate };
(globalThis._JUPYTERLAB ??= {}).lesson = { init() {}, get: () => Promise.resolve(() => plugin) };
