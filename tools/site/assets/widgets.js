// The widgets that a page of the site shows, by kind. A script of its own: pages without widgets do not load it.
import { renderPage as desk } from "../../../attnlib/widgets/js/desk/desk.js";
import { renderPage as explorer } from "../../../attnlib/widgets/js/explorer/explorer.js";
import { renderPage as question } from "../../../attnlib/widgets/js/questions/question.js";

globalThis.attnlibWidgets = { desk, explorer, question };
