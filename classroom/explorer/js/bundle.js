// The bundle static/explorer.js: anywidget calls `render`; a page from `save_html` opens by itself.
import { render as renderExplorer, renderPage } from "./explorer.js";
import { renderBox } from "./own_sentence.js";
import { openSavedPage } from "../../web/js/saved_page.js";

// The box for a sentence comes with the explorer below it: one bundle is sent for both.
const render = (widget) => (widget.model.get("problem") === undefined ? renderExplorer : renderBox)(widget);

export default { render };
openSavedPage(renderPage);
