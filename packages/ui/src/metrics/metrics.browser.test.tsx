import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Sparkline } from '../charts/Sparkline.tsx';
import { violationsInBothThemes, render } from '../testing/render.tsx';
import { MetricGrid, MetricCard } from './MetricCard.tsx';
import { MetricRow } from './MetricList.tsx';
import { MetricChange, type MetricContent } from './MetricFrame.tsx';

const showDesktop = () => page.viewport(1280, 720);
beforeEach(showDesktop);
afterEach(showDesktop);

const ready: MetricContent = {
  state: 'ready',
  short: '1,25 tỷ',
  unit: '₫',
  exact: '1.250.123.456 ₫',
  value: '1250123456',
  change: { text: '+12,3%', direction: 'up', good: true },
  against: 'so với 1/10 – 28/10',
  partial: 'còn 3 ngày đang tải',
  foot: <Sparkline values={[1, 2, 3]} open={[false, false, true]} />,
};
const info = { label: 'About GMV', content: <p>Everything that was ordered.</p> };

it('a change stands on the line of the words beside it', () => {
  render(
    <p style={{ fontSize: 13 }}>
      <MetricChange text="−100,0%" direction="down" good={false} /> <span>so với năm trước</span>
    </p>,
  );
  // The box of a range is as high as its font, whatever element the text is in.
  const bottom = (text: string) => {
    const range = document.createRange();
    range.selectNodeContents(page.getByText(text).element());
    return range.getBoundingClientRect().bottom;
  };
  expect(bottom('−100,0%')).toBeCloseTo(bottom('so với năm trước'), 0);
});

describe('MetricCard', () => {
  it('grows with its last line if there is little space', async () => {
    await page.viewport(360, 800);
    const foot =
      'Lần thanh toán gần nhất: 23/11/2026, 14:05, của năm gian hàng, ngoài phần ước tính';
    render(
      <MetricGrid>
        <MetricCard metric="pending" name="Pending" content={{ ...ready, foot: <p>{foot}</p> }} />
        <MetricCard metric="payout" name="Payout" content={ready} />
      </MetricGrid>,
    );
    const bottom = (text: string) => page.getByText(text).element().getBoundingClientRect().bottom;
    const card = page.getByRole('group', { name: 'Pending' }).element().getBoundingClientRect();
    expect(bottom(foot)).toBeLessThanOrEqual(card.bottom - 12);
  });

  it('aligns changes, whatever the number of lines beside them', () => {
    const long = '0,0 điểm %, so với cùng kỳ của năm trước đến 20:51 hôm qua';
    render(
      <MetricGrid>
        <MetricCard metric="gmv" name="GMV" content={ready} />
        <MetricCard metric="aov" name="AOV" content={{ ...ready, against: long }} />
      </MetricGrid>,
    );
    const tops = page
      .getByText('+12,3%')
      .elements()
      .map((text) => text.getBoundingClientRect().top);
    expect(tops).toHaveLength(2);
    expect(tops[1]).toBe(tops[0]);
  });

  it('is a tab stop only if it has more to show', () => {
    const { change: _change, foot: _foot, unit: _unit, ...bare } = ready;
    render(
      <>
        <MetricCard
          metric="orders"
          name="Orders"
          content={{ ...bare, short: '360', exact: '360' }}
        />
        <MetricCard
          metric="fees"
          name="Fees"
          content={{ ...bare, short: '9.500', unit: '₫', exact: '9.500\u00a0₫' }}
        />
        <MetricCard metric="gmv" name="GMV" content={bare} />
      </>,
    );
    const tabStops = (name: string) =>
      page.getByRole('group', { name }).element().querySelectorAll('[tabindex="0"]').length;
    expect([tabStops('Orders'), tabStops('Fees'), tabStops('GMV')]).toEqual([0, 0, 1]);
  });

  it('is accessible in every state and in both themes', async () => {
    render(
      <>
        <MetricCard metric="gmv" name="GMV" info={info} content={ready} />
        <MetricCard
          metric="cancellationRate"
          name="Cancellation rate"
          content={{
            ...ready,
            change: { text: '+1,3%', direction: 'up', good: false },
          }}
        />
        <MetricCard metric="orders" name="Orders" content={{ state: 'loading' }} />
        <MetricCard metric="aov" name="AOV" content={{ state: 'missing', reason: 'No orders' }} />
      </>,
    );
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('has the exact amount as text and as data', async () => {
    render(<MetricCard metric="gmv" name="GMV" content={ready} />);
    const card = document.querySelector('[data-metric="gmv"]');
    expect(card?.getAttribute('data-value')).toBe('1250123456');
    expect(card?.textContent).toContain('1.250.123.456 ₫');
    await expect.element(page.getByText('1,25 tỷ')).toBeVisible();
  });

  it('keeps its size in every state', () => {
    const { update } = render(<MetricCard metric="a" name="A" content={{ state: 'loading' }} />);
    const height = () => document.querySelector('[data-metric]')?.getBoundingClientRect().height;
    const before = height();
    for (const content of [ready, { state: 'missing', reason: 'None' } as const]) {
      update(<MetricCard metric="a" name="A" content={content} />);
      expect(height()).toBe(before);
    }
  });

  it('reserves the lines of both notes if they do not fit beside each other', () => {
    const { partial: _, ...complete } = ready;
    const cards = (content: MetricContent) => (
      <div style={{ width: 340 }}>
        <MetricGrid>
          <MetricCard metric="a" name="What an order was worth over all shops" content={content} />
          <MetricCard metric="b" name="B" content={content} />
        </MetricGrid>
      </div>
    );
    const { update } = render(cards({ state: 'loading' }));
    const height = () =>
      document.querySelector('[data-metric]')?.getBoundingClientRect().height ?? 0;
    const before = height();
    update(cards(complete));
    expect(Math.abs(height() - before)).toBeLessThanOrEqual(2);
  });
});

describe('MetricRow', () => {
  it.each([900, 1280])(
    'aligns values and changes, whatever the number of lines of a name, %i px wide',
    async (width) => {
      await page.viewport(width, 720);
      const name = 'What the marketplaces have paid out to all shops of the team in the period';
      const content = { ...ready, against: '1,12 tỷ', foot: undefined };
      render(
        <MetricGrid>
          <MetricRow metric="payout" name={name} content={content} />
          <MetricRow metric="fees" name="Fees" content={{ ...content, foot: 'Since 1 Nov 2026' }} />
          <MetricRow metric="aov" name="AOV" content={content} />
        </MetricGrid>,
      );
      const topsOf = (text: RegExp) =>
        page
          .getByText(text)
          .elements()
          .map((element) => Math.round(element.getBoundingClientRect().top));
      for (const text of [/^1,25 tỷ$/, /^1,12 tỷ$/, /^\+12,3%$/]) {
        const tops = topsOf(text);
        expect(tops).toHaveLength(3);
        expect(new Set(tops).size).toBe(1);
      }
    },
  );

  it('grows with its last line if there is little space', async () => {
    await page.viewport(360, 800);
    const foot =
      'Lần thanh toán gần nhất: 23/11/2026, 14:05, của năm gian hàng, ngoài phần ước tính';
    render(
      <div style={{ display: 'grid', width: 180 }}>
        <MetricRow metric="pending" name="Pending" content={{ ...ready, foot: <p>{foot}</p> }} />
        <MetricRow metric="payout" name="Payout" content={ready} />
      </div>,
    );
    const last = page.getByText(foot).element().getBoundingClientRect();
    const row = page.getByRole('group', { name: 'Pending' }).element().getBoundingClientRect();
    const next = page.getByRole('group', { name: 'Payout' }).element().getBoundingClientRect();
    expect(last.height).toBeGreaterThan(36);
    expect(last.bottom).toBeLessThanOrEqual(row.bottom);
    expect(row.bottom).toBeLessThanOrEqual(next.top);
  });
});
