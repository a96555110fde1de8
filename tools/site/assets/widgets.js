// The widgets that a page of the site shows, by kind. A script of its own: pages without widgets do not load it.
import { renderPage as desk } from "../../../classroom/desk/js/desk.js";
import { renderPage as explorer } from "../../../classroom/explorer/js/explorer.js";
import { renderOwnSentence } from "../../../classroom/explorer/js/own_sentence.js";
import { renderPage as microscope } from "../../../classroom/microscope/js/page.js";
import { renderPage as exam } from "../../../classroom/questions/js/exam/exam.js";
import { renderPage as question } from "../../../classroom/questions/js/question.js";
import { said } from "./elements.js";

const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
const table = () => said(new URL("vectors.js", here).href, "attnlibVectors"); // 350 kB, once a reader types a sentence
const own_sentence = (saved, el) => renderOwnSentence(saved, el, table);

globalThis.attnlibWidgets = { desk, exam, explorer, microscope, own_sentence, question };
