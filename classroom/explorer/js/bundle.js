// The bundle static/explorer.js: anywidget calls `render`; a page from `save_html` opens by itself.
import { render, renderPage } from "./explorer.js";
import { openSavedPage } from "../../web/js/saved_page.js";

export default { render };
openSavedPage(renderPage);
