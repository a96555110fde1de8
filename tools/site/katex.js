// Formulas as HTML, by KaTeX: in comes a list of [formula, whether it stands alone]; out go the HTML of each, and
// where KaTeX's own style and fonts are.
// deno-lint-ignore no-import-prefix -- of one file, whose lock stands beside it
import katex from "npm:katex@0.16.22";

const formulas = await new Response(Deno.stdin.readable).json();
const html = formulas.map(([formula, displayMode]) => {
  try {
    return katex.renderToString(formula, { displayMode, strict: "error" });
  } catch (error) {
    console.error(`${formula}: ${error.message}`);
    return null;
  }
});
if (html.includes(null)) Deno.exit(1);
const style = import.meta.resolve("npm:katex@0.16.22/dist/katex.min.css");
console.log(JSON.stringify({ html, style }));
