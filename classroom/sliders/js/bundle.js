// The bundle static/slider.js: anywidget calls `render`.
import { render } from "./slider.js";

export default { render };
