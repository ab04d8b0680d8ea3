/**
 * Takes screenshots of every screen in both themes and languages, on desktop and phone, and creates an overview page.
 * Arguments select screens by name: `npm run screens -- home connect`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser, quietBrowserFlags } from '../scripts/setup/browser.mjs';
import { startProduct } from './src/product.ts';
import { freezeClock } from './src/sandbox.ts';
import { openVisit, type Language, type Visit, type Visitor } from './src/visit.ts';
import { createVisitorPages } from './src/visitor-pages.ts';
import { visits } from './src/visits.ts';
import { waitUntilStable } from './src/stable-screen.ts';

const folder = join(import.meta.dirname, '..', 'screens');
const languages: readonly Language[] = ['vi', 'en'];
const themes = ['light', 'dark'] as const;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

type Theme = (typeof themes)[number];

const requestedNames = process.argv.slice(2);
const chosen = visits.filter(
  ({ name }) => requestedNames.length === 0 || requestedNames.includes(name),
);
if (chosen.length === 0) {
  process.stderr.write(
    `There is no such screen. There are ${visits.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exit(1);
}

const executablePath = findBrowser();
if (executablePath === undefined) {
  process.stderr.write('No Chrome or Chromium was found; "npm test" can install one.\n');
  process.exit(1);
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const product = await startProduct();
const browser = await chromium.launch({
  executablePath,
  args: quietBrowserFlags,
});
try {
  await freezeClock(product);
  const visitorPages = createVisitorPages(browser, product);
  for (const visitor of new Set(chosen.map((visit) => visit.visitor))) {
    for (const language of languages) await takeAll(visitor, language);
  }
  await writeFile(join(folder, 'index.html'), contactSheet());
  process.stdout.write(`The pictures are in ${join(folder, 'index.html')}\n`);

  async function takeAll(visitor: Visitor, language: Language): Promise<void> {
    const page = await visitorPages.page(visitor, language);
    for (const visit of chosen.filter((each) => each.visitor === visitor)) {
      await page.setViewportSize(sizes[0]);
      await openVisit(page, product, visit);
      await takeScreenshots(page, visit, language);
    }
  }
} finally {
  await browser.close();
  await product.stop();
}

async function takeScreenshots(page: Page, visit: Visit, language: Language): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await waitUntilStable(page);
      await page.screenshot({
        path: join(folder, screenshotPath(visit, language, theme, size.width)),
        fullPage: true,
        animations: 'disabled',
      });
    }
  }
}

function screenshotPath(visit: Visit, language: Language, theme: Theme, width: number): string {
  return `${visit.name}.${language}.${theme}.${width}.png`;
}

function contactSheet(): string {
  const figures = chosen.map((visit) => {
    const pictures = sizes.flatMap(({ width }) =>
      languages.flatMap((language) =>
        themes.map((theme) => {
          const file = screenshotPath(visit, language, theme, width);
          return `<a href="${file}"><img class="w${width}" loading="lazy" src="${file}" alt="${visit.name}, ${language}, ${theme}, ${width} wide"></a>`;
        }),
      ),
    );
    return `<section><h2>${visit.name}</h2><div>${pictures.join('')}</div></section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
body{font:14px system-ui,sans-serif;margin:24px;background:#e9ecf1;color:#111}
div{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}
img{display:block;border:1px solid #b8bec8;background:#fff}
.w1440{width:420px}.w390{width:130px}
</style>
<h1>Screens</h1>
${figures.join('\n')}
</html>
`;
}
