// The widgets that a page of the site shows, by kind. A script of its own: pages without widgets do not load it.
import { renderPage as desk } from "../../../classroom/desk/js/desk.js";
import { renderPage as explorer } from "../../../classroom/explorer/js/explorer.js";
import { renderPage as exam } from "../../../classroom/questions/js/exam/exam.js";
import { renderPage as question } from "../../../classroom/questions/js/question.js";

globalThis.attnlibWidgets = { desk, exam, explorer, question };
