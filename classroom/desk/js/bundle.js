// The bundle static/desk.js: anywidget calls `render`; a page from `save_html` opens by itself.
import { render, renderPage } from "./desk.js";
import { openSavedPage } from "../../web/js/saved_page.js";

export default { render };
openSavedPage(renderPage);
