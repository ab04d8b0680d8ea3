import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createApiClient, setClients } from '../api/index.ts';
import { shopsQuery } from '../api/queries/sharedQueries.ts';
import type { SetupStep } from './setup.ts';
import { SetupBar } from './SetupBar.tsx';
import { texts } from './texts.ts';

/** Renders the bar of a step with these facts from the server. */
function show(
  at: SetupStep,
  facts: { profile: boolean; linked: boolean; synced: boolean },
  always = false,
) {
  const shops = facts.linked ? [{ id: 'a', status: 'connected' }] : [];
  const answers = new Map<string, unknown>([
    ['/user', { profileCompletedAt: facts.profile ? '2026-11-01T00:00:00.000Z' : null }],
    ['/partner/shops', { items: shops, total: shops.length }],
    ['/partner/check_synced_data', { synced: facts.synced, hasData: facts.synced, shops }],
  ]);
  const client = createApiClient({
    base: '',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch: (input) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
      return Promise.resolve(Response.json(answers.get(pathname)));
    },
  });
  setClients({ core: client, catalogue: client });
  const queries = new QueryClient();
  render(
    <QueryClientProvider client={queries}>
      <SetupBar at={at} always={always} />
    </QueryClientProvider>,
  );
  return queries;
}

const bar = page.getByRole('navigation', { name: texts.label });

it('shows number and state of each step, and links to those that can be opened', async () => {
  show('connect', { profile: true, linked: false, synced: true });
  await expect.element(bar.getByText(texts.position(2, 4))).toBeVisible();
  await expect
    .element(bar.getByRole('link', { name: `${texts.steps.profile} (${texts.states.done})` }))
    .toHaveAttribute('href', '/profile/complete');
  await expect.element(bar.getByRole('listitem').nth(1)).toHaveAttribute('aria-current', 'step');
  expect(bar.getByRole('link').elements()).toHaveLength(1);
  expect(await violations()).toEqual([]);
});

it('is hidden once setup is finished', async () => {
  const queries = show('connect', { profile: true, linked: true, synced: true });
  await expect.poll(() => queries.getQueryState(shopsQuery.queryKey)?.status).toBe('success');
  expect(bar.query()).toBeNull();
});

it.each(['sync', 'done'] as const)('says at %s that setup is finished', async (step) => {
  show(step, { profile: true, linked: true, synced: true }, true);
  await expect.element(bar.getByText(texts.finished).first()).toBeVisible();
  expect(bar.getByText(/^(Bước|Step) /).query()).toBeNull();
  expect(await violations()).toEqual([]);
});

it('shows only the current step on a phone, and all of them to a screen reader', async () => {
  await page.viewport(390, 844);
  show('profile', { profile: false, linked: false, synced: true });
  const title = (step: SetupStep) => bar.getByText(texts.steps[step], { exact: false }).element();
  await expect.element(bar.getByText(texts.position(1, 4))).toBeVisible();
  expect(title('profile').getBoundingClientRect().width).toBeGreaterThan(30);
  const later = title('sync');
  expect(later.getBoundingClientRect().width).toBeLessThanOrEqual(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.viewport(1280, 720);
});
