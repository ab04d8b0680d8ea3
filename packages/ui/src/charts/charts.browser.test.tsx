import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { violationsInBothThemes, render } from '../testing/render.tsx';
import type { TrendLabels } from './trend.ts';
import { TrendChart } from './TrendChart.tsx';
import { TrendTable } from './TrendTable.tsx';

const axis = { axisText: (value: number) => `₫${value}` };

const trendLabels: TrendLabels = {
  showTable: 'As table',
  showChart: 'As chart',
  point: 'Day',
  keys: 'Arrow keys move from day to day.',
  legend: 'Lines',
  selecting: (from, to) => `From ${from} to ${to}`,
};

function Trend({
  days,
  isCompared = true,
  onFollow,
  onSelectRange,
}: {
  readonly days: number;
  readonly isCompared?: boolean;
  readonly onFollow?: (href: string) => void;
  readonly onSelectRange?: (from: number, to: number) => void;
}) {
  const values = Array.from({ length: days }, (_, index) => (index + 1) * 10);
  return (
    <TrendChart
      table={TrendTable}
      title="Sales per day"
      summary="Sales rose every day."
      points={values.map((_, index) => ({
        short: `${index + 1}/11`,
        long: `${index + 1}/11/2026`,
        before: `${index + 1}/10/2026`,
        ...(onFollow ? { href: `/days/${index + 1}` } : {}),
        ...(index === days - 1 ? { open: 'day not over' } : {}),
      }))}
      series={[
        {
          id: 'now',
          name: 'This period',
          look: 'area',
          values,
          textOf: (index) => `₫${values[index] ?? 0}`,
        },
        ...(isCompared
          ? [
              {
                id: 'before',
                name: 'Before',
                look: 'before' as const,
                values: values.map((value) => value / 2),
                textOf: (index: number) => `₫${(values[index] ?? 0) / 2}`,
              },
            ]
          : []),
      ]}
      axis={axis}
      {...(onFollow ? { onFollow } : {})}
      onSelectRange={onSelectRange}
      labels={trendLabels}
    />
  );
}

/** Renders a chart whose ranges can be selected. */
function renderSelectable() {
  const ranges: [number, number][] = [];
  const followed: string[] = [];
  render(
    <Trend
      days={9}
      onFollow={(href) => followed.push(href)}
      onSelectRange={(from, to) => ranges.push([from, to])}
    />,
  );
  return { ranges, followed };
}

/** Waits for the lines, which are drawn in the frame after the rest of the page. */
async function waitForLines(): Promise<void> {
  const slider = page.getByRole('slider').element();
  await expect.poll(() => slider.querySelector('path')).not.toBeNull();
}

describe('TrendChart', () => {
  it('is accessible in both themes, as chart and as table', async () => {
    render(<Trend days={5} />);
    await waitForLines();
    expect(await violationsInBothThemes()).toEqual([]);
    await page.getByRole('button', { name: 'As table' }).click();
    expect(await violationsInBothThemes()).toEqual([]);
    await expect
      .element(page.getByRole('rowheader', { name: '5/11/2026 · day not over' }))
      .toBeInTheDocument();
  });

  it('follows the link of a point by click, by Enter, and in the table', async () => {
    const followed: string[] = [];
    render(<Trend days={5} onFollow={(href) => followed.push(href)} />);
    const slider = page.getByRole('slider');
    slider.element().focus();
    await userEvent.keyboard('{ArrowLeft}{Enter}');
    expect(followed).toEqual(['/days/4']);
    await waitForLines();
    await slider.click();
    expect(followed).toEqual(['/days/4', '/days/3']);
    await page.getByRole('button', { name: 'As table' }).click();
    await expect
      .element(page.getByRole('link', { name: '5/11/2026' }))
      .toHaveAttribute('href', '/days/5');
    expect(await violationsInBothThemes()).toEqual([]);
  });

  it('announces the values of the day under the keyboard cursor', async () => {
    render(<Trend days={5} />);
    const slider = page.getByRole('slider');
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(slider).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect
      .element(slider)
      .toHaveAttribute('aria-valuetext', '4/11/2026: This period ₫40; Before ₫20');
    await userEvent.keyboard('{Home}');
    await expect.element(slider).toHaveAttribute('aria-valuenow', '0');
    await userEvent.keyboard('{End}');
    await expect
      .element(slider)
      .toHaveAttribute('aria-valuetext', expect.stringContaining('(day not over)'));
  });

  it('has its focus ring around the axis labels', async () => {
    render(<Trend days={30} />);
    await userEvent.tab();
    const slider = page.getByRole('slider').element();
    while (document.activeElement !== slider && document.activeElement !== document.body) {
      await userEvent.tab();
    }
    expect(document.activeElement).toBe(slider);
    const { outlineOffset } = getComputedStyle(slider);
    const ring = slider.getBoundingClientRect().left - Number.parseFloat(outlineOffset);
    await expect.poll(() => slider.querySelector('text')).not.toBeNull();
    const labels = [...slider.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
    expect(Math.min(...labels.map(({ left }) => left))).toBeGreaterThan(ring);
  });

  it('leaves keys with Alt, Ctrl or Cmd to the browser', () => {
    render(<Trend days={5} />);
    const plot = page.getByRole('slider').element();
    for (const modifier of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
      const key = { key: 'ArrowLeft', bubbles: true, cancelable: true, ...modifier };
      expect(plot.dispatchEvent(new KeyboardEvent('keydown', key))).toBe(true);
    }
  });

  it('toggles its lines by the legend, also by keyboard', async () => {
    render(<Trend days={5} />);
    const entry = page
      .getByRole('group', { name: 'Lines' })
      .getByRole('button', { name: 'Before' });
    await expect.element(entry).toHaveAttribute('aria-pressed', 'true');
    const slider = page.getByRole('slider');
    entry.element().focus();
    await userEvent.keyboard(' ');
    await expect.element(entry).toHaveAttribute('aria-pressed', 'false');
    await expect
      .element(slider)
      .not.toHaveAttribute('aria-valuetext', expect.stringContaining('Before'));
    expect(await violationsInBothThemes()).toEqual([]);
    await entry.click();
    await expect
      .element(slider)
      .toHaveAttribute('aria-valuetext', expect.stringContaining('Before'));
  });

  it('shows its only line although it was hidden beside another, because it then has no legend', async () => {
    const { update } = render(<Trend days={5} />);
    await page.getByRole('button', { name: 'This period' }).click();
    const values = () => page.getByRole('slider').element().getAttribute('aria-valuetext');
    await expect.poll(values).toBe('5/11/2026 (day not over): Before ₫25');
    update(<Trend days={5} isCompared={false} />);
    await expect.poll(values).toBe('5/11/2026 (day not over): This period ₫50');
    await expect.element(page.getByRole('group', { name: 'Lines' })).not.toBeInTheDocument();
  });

  it('names the switch by what it leads to, and so without a state', async () => {
    render(<Trend days={5} />);
    await page.getByRole('button', { name: 'As table' }).click();
    await expect
      .element(page.getByRole('button', { name: 'As chart' }))
      .not.toHaveAttribute('aria-pressed');
  });

  it('selects a range with Shift and the arrow keys, and drops it on Escape', async () => {
    const { ranges, followed } = renderSelectable();
    const slider = page.getByRole('slider');
    slider.element().focus();
    await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
    await expect.element(slider).toHaveAttribute('aria-valuetext', 'From 6/11/2026 to 8/11/2026');
    await userEvent.keyboard('{Enter}');
    expect(ranges).toEqual([[5, 7]]);
    await userEvent.keyboard('{Shift>}{Home}{/Shift}{Escape}{Enter}');
    expect([ranges.length, followed.length]).toEqual([1, 1]);
  });

  it('selects a range by dragging without following a link', async () => {
    const { ranges, followed } = renderSelectable();
    await waitForLines();
    const slider = page.getByRole('slider');
    await userEvent.dragAndDrop(slider, slider, {
      sourcePosition: { x: 300, y: 100 },
      targetPosition: { x: 150, y: 120 },
    });
    await expect.poll(() => ranges.length).toBe(1);
    const [range] = ranges;
    expect(range?.[1]).toBeGreaterThan(range?.[0] ?? Infinity);
    expect(followed).toEqual([]);
    await slider.click();
    expect([ranges.length, followed.length]).toEqual([1, 1]);
  });

  it('follows no link when the mouse is released after Escape has dropped its range', async () => {
    const { ranges, followed } = renderSelectable();
    await waitForLines();
    const slider = page.getByRole('slider').element();
    // Events of a script have no active pointer that could be captured.
    slider.setPointerCapture = () => undefined;
    const { left, top } = slider.getBoundingClientRect();
    const send = (type: string, x: number) =>
      slider.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerType: 'mouse',
          clientX: left + x,
          clientY: top + 100,
        }),
      );
    slider.focus();
    send('pointerdown', 300);
    send('pointermove', 150);
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^From /);
    await userEvent.keyboard('{Escape}');
    send('pointermove', 148);
    await expect.poll(() => slider.getAttribute('aria-valuenow')).not.toBe('8');
    send('pointerup', 148);
    send('click', 148);
    expect([ranges, followed]).toEqual([[], []]);
    // The next click follows its link again.
    send('pointerdown', 148);
    send('pointerup', 148);
    send('click', 148);
    expect(followed).toHaveLength(1);
  });

  // Older releases of Firefox and Safari send clicks as mouse events, which name no pointer.
  it.each([
    [1, 'mouse'],
    [0, 'touch'],
  ] as const)(
    'follows %i links on a click by %s, even if the click has no pointer type',
    async (links, pointerType) => {
      const followed: string[] = [];
      render(<Trend days={9} onFollow={(href) => followed.push(href)} />);
      await waitForLines();
      const slider = page.getByRole('slider').element();
      const { left, top } = slider.getBoundingClientRect();
      const at = { bubbles: true, clientX: left + 300, clientY: top + 100 };
      slider.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType }));
      await expect.poll(() => slider.getAttribute('aria-valuenow')).not.toBe('8');
      slider.dispatchEvent(new PointerEvent('pointerup', { ...at, pointerType }));
      slider.dispatchEvent(new MouseEvent('click', at));
      expect(followed).toHaveLength(links);
    },
  );

  it('draws the line to an unfinished day dashed', async () => {
    render(<Trend days={5} />);
    const open = () => document.querySelector('path[stroke-dasharray="1 6"]');
    // From the fourth day to the fifth, the last.
    await expect.poll(() => open()?.getAttribute('d')?.match(/[ML]/g)).toEqual(['M', 'L']);
  });

  it('is painted in the frame after the rest of the page, with 90 days', async () => {
    const { update } = render(null);
    update(<Trend days={90} />);
    const nextFrame = () =>
      new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
    await nextFrame();
    await nextFrame();
    expect(document.querySelectorAll('path').length).toBeGreaterThan(2);
  });

  it('draws 3,650 days with at most four points a pixel, and nothing while the cursor moves', async () => {
    await page.viewport(1024, 768);
    render(<Trend days={3650} />);
    const paths = () => [...document.querySelectorAll('path')];
    await expect.poll(paths).not.toEqual([]);
    const drawn = paths().map((path) => path.getAttribute('d')?.match(/[ML]/g)?.length ?? 0);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(4 * 1024);
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    for (const path of paths()) observer.observe(path, { attributes: true });
    page.getByRole('slider').element().focus();
    await userEvent.keyboard('{Home}{ArrowRight}{PageUp}');
    await expect.element(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '8');
    expect(changes).toEqual([]);
    observer.disconnect();
  });

  it('labels the more important of two days that are too close for both', async () => {
    const named = (name: string, important: boolean) => ({
      short: name,
      long: name,
      events: [{ name, important }],
    });
    const values = Array.from({ length: 200 }, () => 1);
    const plain = values.slice(2).map((_, index) => ({ short: '', long: `day ${index}` }));
    render(
      <TrendChart
        table={TrendTable}
        title="Sales"
        summary="Sales."
        points={[named('Campaign', false), named('Holiday', true), ...plain]}
        series={[{ id: 'now', name: 'Now', look: 'area', values, textOf: String }]}
        axis={axis}
        labels={trendLabels}
      />,
    );
    const texts = () =>
      [...document.querySelectorAll('rect + text')].map((text) => text.textContent);
    await expect.poll(texts).toEqual(['Holiday']);
  });

  it('names an event above the highest point of the chart, not over it', async () => {
    const point = (name: string, isCampaign = false) => ({
      short: name,
      long: name,
      events: isCampaign ? [{ name, important: true }] : [],
    });
    const values = [1, 100, 1];
    render(
      <TrendChart
        table={TrendTable}
        title="Sales"
        summary="Sales."
        points={[point('10.11'), point('11.11', true), point('12.11')]}
        series={[{ id: 'now', name: 'Now', look: 'area', values, textOf: String }]}
        axis={axis}
        labels={trendLabels}
      />,
    );
    await expect.poll(() => document.querySelector('rect + text')?.textContent).toBe('11.11');
    const label = document.querySelector('g > rect:has(+ text)')?.getBoundingClientRect();
    const area = document.querySelector('path[fill]')?.getBoundingClientRect();
    expect(label?.bottom).toBeLessThan(area?.top ?? 0);
  });

  it('renders a single day and no days', async () => {
    const { update } = render(<Trend days={1} />);
    expect(await violationsInBothThemes()).toEqual([]);
    update(<Trend days={0} />);
    expect(await violationsInBothThemes()).toEqual([]);
  });
});
