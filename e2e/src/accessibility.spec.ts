import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { startPreparedProduct } from './prepared-product.ts';
import { tinyWorldEnv, type Product } from './product.ts';
import { test } from './test.ts';
import { openVisit, visitors, type Language, type Visit, type Visitor } from './visit.ts';
import { createVisitorPages, setProviderLanguage, type VisitorPages } from './visitor-pages.ts';
import { visits } from './visits.ts';
import { waitUntilStable } from './stable-screen.ts';

const standards: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** The rules whose result can differ between two languages. Colors are those of the Vietnamese screens. */
const rulesOfLanguage: axe.RunOnly = {
  type: 'rule',
  values: [
    'aria-command-name',
    'aria-dialog-name',
    'aria-input-field-name',
    'aria-meter-name',
    'aria-progressbar-name',
    'aria-tab-name',
    'aria-toggle-field-name',
    'aria-tooltip-name',
    'aria-treeitem-name',
    'area-alt',
    'button-name',
    'document-title',
    'empty-heading',
    'empty-table-header',
    'frame-title',
    'frame-title-unique',
    'html-has-lang',
    'html-lang-valid',
    'image-alt',
    'image-redundant-alt',
    'input-button-name',
    'input-image-alt',
    'label',
    'label-content-name-mismatch',
    'label-title-only',
    'landmark-unique',
    'link-name',
    'object-alt',
    'role-img-alt',
    'scrollable-region-focusable',
    'select-name',
    'skip-link',
    'summary-name',
    'svg-img-alt',
    'table-duplicate-name',
    'valid-lang',
  ],
};
const minifiedAxe = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const languages: readonly Language[] = ['vi', 'en'];

test.describe('all screens', () => {
  let product: Product;
  let visitorPages: VisitorPages;

  test.beforeAll(async ({ browser }) => {
    product = await startPreparedProduct({ env: tinyWorldEnv });
    visitorPages = createVisitorPages(browser, product);
  });

  test.afterAll(async () => {
    await visitorPages?.close();
    await product?.stop();
  });

  for (const visitor of visitors) {
    for (const language of languages) {
      test(`are accessible: ${visitor}, ${language}`, async () => {
        test.setTimeout(300_000);
        const page = await visitorPages.page(visitor, language);
        let previous: Pick<Visit, 'path' | 'steps'> = visitor === 'guest' ? {} : { path: '/' };
        // All screens of a visitor have the same frame, whose dark colors on a desktop one of them proves.
        let rules = standards;
        for (const visit of pathsFirst(visitor)) {
          // The Vietnamese test has reloaded these in English.
          if (visit.canReload && language === 'en') continue;
          await test.step(visit.name, async () => {
            await page.setViewportSize({ width: 1440, height: 900 });
            await openVisit(page, product, visit, previous);
            previous = visit;
            await waitUntilStable(page);
            await checkPage(page, visit.name, language, rules);
            if (language === 'en') rules = rulesOfLanguage;
            if (visit.canReload) await checkInEnglish(page, product, visit.name);
          });
        }
      });
    }
  }
});

/** Reloads a page of the provider in English, and checks it. */
async function checkInEnglish(page: Page, product: Product, name: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await setProviderLanguage(page, product, 'en');
  await page.reload();
  await waitUntilStable(page);
  await checkPage(page, name, 'en', rulesOfLanguage);
  await setProviderLanguage(page, product, 'vi');
}

/** Returns the screens of a visitor. The router opens those that come first, from one to the next. */
function pathsFirst(visitor: Visitor): readonly Visit[] {
  const own = visits.filter((each) => each.visitor === visitor);
  return [
    ...own.filter(({ path, steps }) => path !== undefined && !steps),
    ...own.filter(({ steps }) => steps),
    ...own.filter(({ path }) => path === undefined),
  ];
}

/**
 * Checks one screen on a desktop: in Vietnamese in the light theme, in English in the dark one. In Vietnamese, it checks
 * all rules in the dark theme on a phone too.
 * @param rules on the desktop
 */
async function checkPage(
  page: Page,
  name: string,
  language: Language,
  rules: axe.RunOnly,
): Promise<void> {
  await expect.soft(page.locator('html'), name).toHaveAttribute('lang', language);
  await expect.soft(page.locator('h1'), name).toHaveCount(1);
  // The title names the screen, not only the product.
  await expect.soft(page, name).toHaveTitle(/^(?!Seller Connect$).{4,}/);
  const theme = language === 'vi' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expectNoViolations(page, `${name}, ${theme}, ${language}, 1440`, rules);
  if (language === 'vi') {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    // A click has scrolled the screen. A target that the bar at the bottom covers in part is not small.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectNoViolations(page, `${name}, dark, ${language}, 390`, standards);
    expect
      .soft(await findSmallPrimaryButtons(page), `${name}: main actions below 44 px`)
      .toEqual([]);
    expect
      .soft(await findRunningAnimations(page), `${name}: motion although none is wanted`)
      .toEqual([]);
  }
  // The smallest phone, and the viewport of 1280 × 1024 at 400% zoom.
  await page.setViewportSize({ width: 320, height: 256 });
  // Charts are measured again one frame after their container, so only the final width counts.
  const over = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect
    .soft(async () => expect(await over()).toBe(0), `${name}: pixels to scroll sideways at 320`)
    .toPass({ timeout: 30_000 });
}

async function expectNoViolations(page: Page, where: string, runOnly: axe.RunOnly): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(minifiedAxe);
    // Otherwise axe reads the markup of every element that a rule looks at.
    await page.evaluate(() => window.axe.configure({ noHtml: true }));
  }
  const found = await page.evaluate(async (only) => {
    const { violations } = await window.axe.run({
      runOnly: only,
      // Without this, axe also lists the nodes of passed rules, which takes longer than the check itself.
      resultTypes: ['violations'],
      // No rule of these reads the style sheets, which axe would parse again.
      preload: { assets: ['media'] },
    });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`,
    );
  }, runOnly);
  expect.soft(found, where).toEqual([]);
}

declare global {
  interface Window {
    /** Defined after axe's source was evaluated in the page. */
    axe: typeof axe;
  }
}

/** Finds primary buttons that are too small for touch. */
function findSmallPrimaryButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Pages of the sandbox have colors of their own.
    if (getComputedStyle(document.body).getPropertyValue('--brand-fill') === '') return [];
    const sample = document.body.appendChild(document.createElement('i'));
    sample.style.background = 'var(--brand-fill)';
    const primary = getComputedStyle(sample).backgroundColor;
    sample.remove();
    return [...document.querySelectorAll<HTMLElement>('main :is(a, button)')]
      .filter((button) => getComputedStyle(button).backgroundColor === primary)
      .filter((button) => button.offsetHeight > 0 && button.offsetHeight < 44)
      .map((button) => button.textContent);
  });
}

/** Finds motion that runs in spite of reduced motion; color changes are allowed. */
function findRunningAnimations(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => effect)
      .filter((effect) => effect instanceof KeyframeEffect)
      .filter(
        (effect) =>
          effect.getComputedTiming().endTime !== 0 &&
          effect.getKeyframes().some((frame) => 'transform' in frame || 'translate' in frame),
      )
      .map((effect) => effect.target?.outerHTML.slice(0, 120) ?? ''),
  );
}
