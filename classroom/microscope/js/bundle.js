// The bundle static/microscope.js: anywidget calls `render`.
import { render } from "./microscope.js";

export default { render };
