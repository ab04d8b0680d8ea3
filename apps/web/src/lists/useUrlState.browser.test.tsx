import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../testing/renderScreen.tsx';
import { useUrlState, type UrlFilters } from './useUrlState.ts';

const wordFilters: UrlFilters<{ readonly word: string }> = {
  parse: ({ word }) => ({ word: typeof word === 'string' ? word : '' }),
  toSearchParams: ({ word }) => ({ word }),
};

it('returns the same filters for the same address, so that what depends on them stays', async () => {
  const onFilters = vi.fn();
  function Screen() {
    const [count, setCount] = useState(0);
    const { filters, set } = useUrlState('/words', wordFilters);
    useEffect(() => onFilters(filters.word), [filters]);
    return (
      <>
        <button type="button" onClick={() => setCount(count + 1)}>
          {`rendered again ${count}`}
        </button>
        <button type="button" onClick={() => set({ word: 'second' })}>
          {filters.word}
        </button>
      </>
    );
  }
  renderScreen({
    screen: Screen,
    path: '/words',
    at: '/words?word=first',
    answer: () => new Response(null, { status: 404 }),
  });
  await page.getByRole('button', { name: 'rendered again 0' }).click();
  await expect.element(page.getByRole('button', { name: 'rendered again 1' })).toBeVisible();
  await page.getByRole('button', { name: 'first' }).click();
  await expect.element(page.getByRole('button', { name: 'second' })).toBeVisible();
  expect(onFilters.mock.calls).toEqual([['first'], ['second']]);
});
