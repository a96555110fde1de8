// The bundle static/questions.js: anywidget calls `render`; a page from `save_html` opens by itself.
import { openSavedPage } from "../../web/js/saved_page.js";
import * as exam from "./exam/exam.js";
import * as question from "./question.js";

const render = (widget) => (widget.model.get("_fixed").exam ? exam : question).render(widget);

export default { render };
openSavedPage((state, element) => (state._fixed.exam ? exam : question).renderPage(state, element));
