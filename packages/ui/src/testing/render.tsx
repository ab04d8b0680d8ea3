import axe from 'axe-core';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { onTestFinished } from 'vitest';
import { server } from 'vitest/browser';
import '../base.css';
import '../tokens.css';

/** Renders content on an empty page and removes it after the test. */
export function render(content: ReactNode): { update: (content: ReactNode) => void } {
  const frame = document.createElement('main');
  document.documentElement.lang = 'en';
  document.title = 'Test';
  document.body.append(frame);
  const root = createRoot(frame);
  const update = (next: ReactNode) => flushSync(() => root.render(next));
  update(content);
  onTestFinished(() => {
    root.unmount();
    frame.remove();
    delete document.documentElement.dataset.theme;
  });
  return { update };
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose result depends on colors. A theme changes nothing else. */
const colorRules = ['color-contrast', 'link-in-text-block'];

// Otherwise axe reads the markup of every element that a rule looks at.
axe.configure({ noHtml: true });

/**
 * Returns axe violations of WCAG 2.2 AA in the light theme. Tests of a part of a large screen pass that part, since one
 * test checks the rest.
 */
export async function violations(part: Element | Document = document): Promise<string[]> {
  return runAxe(part, 'light', { type: 'tag', values: standards });
}

/**
 * Returns axe violations in both themes, for the parts of the kit. Screens need only `violations`: each text color is
 * tested on its surfaces, and the journeys open every screen in the dark theme.
 */
export async function violationsInBothThemes(
  part: Element | Document = document,
): Promise<string[]> {
  const inLight = await violations(part);
  return [...inLight, ...(await runAxe(part, 'dark', { type: 'rule', values: colorRules }))];
}

async function runAxe(
  part: Element | Document,
  theme: 'light' | 'dark',
  runOnly: axe.RunOnly,
): Promise<string[]> {
  // What axe finds depends on elements and styles, not on the engine: Chromium runs the same tests.
  if (server.browser === 'firefox') return [];
  document.documentElement.dataset.theme = theme;
  // Wait for color transitions; intermediate shades are irrelevant.
  await finishTransitions();
  const result = await axe.run(part, {
    // Collecting passed checks takes longer than the check itself.
    resultTypes: ['violations'],
    // No rule here reads style sheets or media from other origins.
    preload: false,
    runOnly,
    rules: { 'page-has-heading-one': { enabled: false }, region: { enabled: false } },
  });
  return result.violations.map(
    ({ id, nodes }) => `${theme}: ${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}

/** Waits for all animations that end. One that ends can start others, such as those of inherited colors. */
async function finishTransitions(): Promise<void> {
  for (;;) {
    const running = document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    });
    if (running.length === 0) return;
    await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
  }
}
