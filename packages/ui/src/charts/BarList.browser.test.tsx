import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { violationsInBothThemes, render } from '../testing/render.tsx';
import { BarList } from './BarList.tsx';

describe('BarList', () => {
  it('does not wrap a value on a phone', async () => {
    await page.viewport(390, 800);
    onTestFinished(() => page.viewport(1024, 768));
    const note = 'Hoa Mai Ads · 12.345 lượt nhấp · 1.234 lượt mua ghi nhận trong kỳ này';
    render(
      <BarList
        label="Campaigns"
        items={[{ id: 'a', name: 'A', value: 1, valueText: '1', note, valueNote: 'ROAS 2,63×' }]}
      />,
    );
    const range = document.createRange();
    range.selectNodeContents(page.getByText('ROAS 2,63×').element());
    expect(range.getClientRects()).toHaveLength(1);
  });

  it('is an ordered list, accessible in both themes', async () => {
    render(
      <BarList
        label="Shops"
        items={[
          { id: 'a', name: 'Hoa Mai', value: 3, valueText: '₫3', note: '75%' },
          { id: 'b', name: 'An Nhien', value: 1, valueText: '₫1', note: '25%' },
        ]}
      />,
    );
    expect(await violationsInBothThemes()).toEqual([]);
    expect(page.getByRole('list', { name: 'Shops' }).element().tagName).toBe('OL');
  });
});
