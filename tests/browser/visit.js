// Visits a page as the JSON on standard input says, and prints what was found as JSON:
//
//   {"modules": FOLDER, "page": PATH, "visits": [{"width", "height", "scheme",
//    "script", "hash", "steps": [["press", KEY] | ["hover", SELECTOR]
//    | ["evaluate", EXPRESSION] | ["axe"] | ["screenshot", PATH]]}]}
//
// FOLDER holds node_modules; CHROMIUM in the environment names another browser.

const path = require("node:path");
const { createRequire } = require("node:module");
const { pathToFileURL } = require("node:url");

async function browserOf(require) {
  const puppeteer = require("puppeteer-core");
  if (process.env.CHROMIUM) {
    const args = ["--no-sandbox"];
    return puppeteer.launch({ executablePath: process.env.CHROMIUM, args });
  }
  const found = require("@sparticuz/chromium");
  const chromium = found.default || found;
  return puppeteer.launch({
    args: chromium.args,
    executablePath: await chromium.executablePath(),
    headless: "shell",
  });
}

async function step(page, require, [what, detail]) {
  if (what === "press") return page.keyboard.press(detail);
  if (what === "hover") return page.hover(detail);
  if (what === "evaluate") return page.evaluate(detail);
  if (what === "screenshot") return page.screenshot({ path: detail, fullPage: true });
  // Its script is ours to add: the page's policy allows its own alone.
  await page.addScriptTag({ path: require.resolve("axe-core") });
  return page.evaluate(
    "axe.run().then((found) => found.violations.map((one) => "
      + "`${one.id}: ${one.help}: ${one.nodes.map((n) => n.html).slice(0, 3).join(' ')}`))",
  );
}

async function visit(browser, require, address, wanted) {
  const page = await browser.newPage();
  const asked = [];
  const wrong = [];
  page.on("request", (one) => asked.push(one.url()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (one) => {
    if (["error", "warn"].includes(one.type())) wrong.push(one.text());
  });
  await page.setViewport({ width: wanted.width, height: wanted.height });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: wanted.scheme },
  ]);
  await page.setJavaScriptEnabled(wanted.script);
  if (wanted.steps.some(([what]) => what === "axe")) await page.setBypassCSP(true);
  await page.goto(address + wanted.hash);
  const results = [];
  for (const one of wanted.steps) {
    const result = await step(page, require, one);
    if (["evaluate", "axe"].includes(one[0])) results.push(result);
  }
  await page.close();
  return { results, asked: asked.filter((url) => !url.startsWith(address)), wrong };
}

async function main() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const given = JSON.parse(Buffer.concat(chunks).toString());
  const require = createRequire(path.join(given.modules, "none.js"));
  const address = pathToFileURL(given.page).href;
  const browser = await browserOf(require);
  try {
    const found = [];
    for (const one of given.visits) {
      found.push(await visit(browser, require, address, one));
    }
    console.log(JSON.stringify(found));
  } finally {
    await browser.close();
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
