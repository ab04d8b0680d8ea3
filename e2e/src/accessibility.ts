import axe from 'axe-core';
import { expect, type Page } from '@playwright/test';
import type { Product } from './product.ts';
import { test } from './test.ts';
import {
  createVisitors,
  visitors,
  visits,
  type Language,
  type Visitor,
  type Visitors,
} from './visits.ts';
import { waitUntilStable } from './stable-screen.ts';

const standards = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
const languages: readonly Language[] = ['vi', 'en'];

type Group = 'guests' | 'sellers' | 'shops';

/** Each group has a file of its own, accessibility-GROUP.spec.ts: the files run side by side. */
const groups: Record<Visitor, Group> = {
  guest: 'guests',
  seller: 'sellers',
  syncing: 'sellers',
  staff: 'sellers',
  shop: 'shops',
};

/** One test for each visitor of a group and each language, which looks at every screen that this visitor comes to. */
export function testAccessibility(group: Group, start: () => Promise<Product>): void {
  test.describe('every screen', () => {
    let product: Product;
    let visitorContexts: Visitors;

    test.beforeAll(async ({ browser }) => {
      test.setTimeout(240_000);
      product = await start();
      visitorContexts = createVisitors(browser, product);
    });

    test.afterAll(async () => {
      await product?.stop();
    });

    for (const visitor of visitors.filter((each) => groups[each] === group)) {
      for (const language of languages) {
        test(`can be used by everyone: ${visitor}, ${language}`, async () => {
          // The first look of a visitor also waits for the demo's shops to be read.
          test.setTimeout(300_000);
          const context = await visitorContexts.context(visitor, language);
          const page = await context.newPage();
          for (const visit of visits.filter((each) => each.visitor === visitor)) {
            await test.step(visit.name, async () => {
              await page.setViewportSize({ width: 1440, height: 900 });
              await visit.open(page, product);
              await waitUntilStable(page);
              await checkPage(page, visit.name, language);
            });
          }
          await context.close();
        });
      }
    }
  });
}

/**
 * All rules on one screen: in Vietnamese in the light theme on a desk and in the dark one on a phone, in English in the
 * dark one on a desk. English in the light theme has the same elements and colors as Vietnamese, in other texts.
 */
async function checkPage(page: Page, name: string, language: Language): Promise<void> {
  await expect.soft(page.locator('html'), name).toHaveAttribute('lang', language);
  await expect.soft(page.locator('h1'), name).toHaveCount(1);
  // More than the product's own name: what this screen is.
  await expect.soft(page, name).toHaveTitle(/^(?!Seller Connect$).{4,}/);
  const theme = language === 'vi' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expectNoViolations(page, `${name}, ${theme}, ${language}, 1440`);
  if (language === 'vi') {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolations(page, `${name}, dark, ${language}, 390`);
    expect
      .soft(await findSmallPrimaryButtons(page), `${name}: main actions below 44 px`)
      .toEqual([]);
    expect
      .soft(await findRunningAnimations(page), `${name}: motion although none is wanted`)
      .toEqual([]);
  }
  // The smallest phone, and what a desk of 1280 × 1024 has left at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  // Charts are measured anew one frame after their block: what counts is where it comes to rest.
  const over = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect
    .soft(async () => expect(await over()).toBe(0), `${name}: pixels to scroll sideways at 320`)
    .toPass({ timeout: 3000 });
}

async function expectNoViolations(page: Page, where: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async ({ type, values }) => {
    // What is well is listed with all its places otherwise, which takes longer than the look itself.
    const runOnly = { type, values: [...values] };
    const { violations } = await window.axe.run({ runOnly, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`,
    );
  }, standards);
  expect.soft(found, where).toEqual([]);
}

declare global {
  interface Window {
    /** Is there once its source was evaluated in the page. */
    axe: typeof axe;
  }
}

/** The main actions of a screen that a finger would miss. */
function findSmallPrimaryButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [class*="_primary_"]')]
      .filter((button) => button.offsetHeight > 0 && button.offsetHeight < 44)
      .map((button) => button.textContent),
  );
}

/** What moves or turns although the person asked for none of it; a change of shade is no motion. */
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
