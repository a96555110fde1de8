// The bundle static/question.js: anywidget calls `render`; a page from `save_html` opens by itself.
import { render, renderPage } from "./questions/question.js";
import { openSavedPage } from "./shared/saved_page.js";

export default { render };
openSavedPage(renderPage);
