// What a page does when it is there: its widgets come alive in sight, code is copied, cards open, words are sought,
// and it remembers.
import { showWidgets } from "./alive.js";
import { offerCards } from "./cards.js";
import { offerCopies } from "./copies.js";
import { showFrames } from "./frames.js";
import { followScene } from "./home_explorer.js";
import { offerSearch } from "./searching.js";
import { offerThemes } from "./theme.js";
import { followReading, keepPlace, letScroll, letShut, openContents, openWhatIsNamed } from "./navigation.js";
import { keepLast, showProgress } from "./progress.js";

const { words, shared } = globalThis.attnlibSite;
followScene(showWidgets(globalThis.attnlibWidgets, shared));
showFrames(words);
offerCopies(words);
offerCards();
offerSearch(words);
offerThemes(words);
keepPlace();
openContents();
showProgress(words);
followReading(keepLast);
openWhatIsNamed();
letScroll();
letShut();
