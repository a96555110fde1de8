// The bundle static/question.js: anywidget calls `render`; a page from `save_html` opens by itself.
import { render, renderPage } from "./question.js";
import { openSavedPage } from "../../web/js/saved_page.js";

export default { render };
openSavedPage(renderPage);
