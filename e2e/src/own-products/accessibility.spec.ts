import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { startPreparedProduct } from '../prepared-product.ts';
import { tinyWorldEnv, type Product } from '../product.ts';
import { test } from '../test.ts';
import { openVisit, visitors, type Language, type Visit, type Visitor } from '../visit.ts';
import { createVisitorPages, setProviderLanguage, type VisitorPages } from '../visitor-pages.ts';
import { visits } from '../visits.ts';
import { waitUntilStable } from '../stable-screen.ts';

const rules: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
const minifiedAxe = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);
const languages: readonly Language[] = ['vi', 'en'];
const desktop = { width: 1440, height: 900 };
/** As wide as the smallest phone, and as 1280 pixels at 400% zoom. */
const phone = { width: 320, height: 844 };
/**
 * Each screen is checked in both languages, themes and sizes, in two of their combinations. A further state of a screen is
 * checked in one of them.
 */
const looks = {
  vi: { theme: 'dark', viewport: phone },
  en: { theme: 'light', viewport: desktop },
} as const;
type Theme = (typeof looks)[Language]['theme'];
const openDialog = ':is(dialog[open], [role=dialog])';
/** What every screen of the application has around it. */
const appFrame = [
  '[data-menu] > div > nav',
  '[data-menu] > div > header',
  '[data-menu] > div > footer',
  '[data-menu] > nav',
];

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
      const ownVisits = visitsOf(visitor, language);
      if (ownVisits.length === 0) continue;
      test(`are accessible: ${visitor}, ${language}`, async () => {
        test.setTimeout(300_000);
        const page = await visitorPages.page(visitor, language);
        let previous: Pick<Visit, 'path' | 'steps'> = visitor === 'guest' ? {} : { path: '/' };
        // All screens of a visitor have the same frame, which is checked with the first one, in both themes.
        let checks: Checks = { themes: ['light', 'dark'], of: [], without: [] };
        for (const visit of ownVisits) {
          await test.step(visit.name, async () => {
            await page.setViewportSize(desktop);
            await openVisit(page, product, visit, previous);
            previous = visit;
            await waitUntilStable(page);
            const of = visit.isDialog ? [openDialog] : [];
            await checkPage(page, visit.name, language, { ...checks, of });
            checks = { themes: [looks[language].theme], of: [], without: appFrame };
            if (visit.canReload) await checkInEnglish(page, product, visit.name);
          });
        }
      });
    }
  }
});

/** Reloads a page of the provider in English, and checks it. */
async function checkInEnglish(page: Page, product: Product, name: string): Promise<void> {
  await page.setViewportSize(desktop);
  await setProviderLanguage(page, product, 'en');
  await page.reload();
  await waitUntilStable(page);
  await checkPage(page, name, 'en', { themes: [looks.en.theme], of: [], without: [] });
  await setProviderLanguage(page, product, 'vi');
}

/**
 * Returns what a visitor is shown in a language. The router opens those that come first, from one to the next. The
 * Vietnamese test reloads some in English.
 */
function visitsOf(visitor: Visitor, language: Language): readonly Visit[] {
  const own = visits.filter(
    (each) =>
      each.visitor === visitor &&
      (each.only ?? language) === language &&
      !(each.canReload && language === 'en'),
  );
  return [
    ...own.filter(({ path, steps }) => path !== undefined && !steps),
    ...own.filter(({ steps }) => steps),
    ...own.filter(({ path }) => path === undefined),
  ];
}

interface Checks {
  themes: readonly Theme[];
  /** Selectors of what is checked; none for the whole screen. */
  of: string[];
  /** Selectors of what has been checked. */
  without: string[];
}

async function checkPage(
  page: Page,
  name: string,
  language: Language,
  { themes, of, without }: Checks,
): Promise<void> {
  await expect.soft(page.locator('html'), name).toHaveAttribute('lang', language);
  await expect.soft(page.locator('h1'), name).toHaveCount(1);
  // The title names the screen, not only the product.
  await expect.soft(page, name).toHaveTitle(/^(?!Seller Connect$).{4,}/);
  const { viewport } = looks[language];
  await page.setViewportSize(viewport);
  // A click has scrolled the screen. A target that the bar at the bottom covers in part is not small.
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    expect
      .soft(
        await findViolations(page, of, without),
        `${name}, ${language}, ${theme}, ${viewport.width}`,
      )
      .toEqual([]);
  }
  if (viewport === phone) {
    expect
      .soft(await findSmallPrimaryButtons(page), `${name}: main actions below 44 px`)
      .toEqual([]);
    expect
      .soft(await findRunningAnimations(page), `${name}: motion although none is wanted`)
      .toEqual([]);
  }
  if (viewport !== phone) await page.setViewportSize(phone);
  // Charts are measured again one frame after their container, so only the final width counts.
  const over = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect
    .soft(async () => expect(await over()).toBe(0), `${name}: pixels to scroll sideways at 320`)
    .toPass({ timeout: 30_000 });
}

/** Returns what axe finds, each rule with its elements. */
async function findViolations(page: Page, of: string[], without: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(minifiedAxe);
    // Otherwise axe reads the markup of every element that a rule looks at.
    await page.evaluate(() => window.axe.configure({ noHtml: true }));
  }
  return page.evaluate(
    async ([runOnly, include, exclude]) => {
      const { violations } = await window.axe.run(include.length > 0 ? { include } : { exclude }, {
        runOnly,
        // Without this, axe also lists the nodes of passed rules, which takes longer than the check itself.
        resultTypes: ['violations'],
        // No rule of these reads the style sheets, which axe would parse again.
        preload: { assets: ['media'] },
      });
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`,
      );
    },
    [rules, of, without] as const,
  );
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
