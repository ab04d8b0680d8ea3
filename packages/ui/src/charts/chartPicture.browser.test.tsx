import { expect, it, onTestFinished } from 'vitest';
import { renderChartPng, renderChartSvg } from './chartPicture.tsx';
import { textWidth } from './geometry.ts';

it('names all lines within the picture', async () => {
  const axis = { axisText: String };
  const names = ['this period', 'the previous period', 'last year', 'mean of 7 days', 'target'];
  const svg = renderChartSvg({
    title: 'Sales',
    subtitle: '',
    footnote: '',
    points: [1, 2].map((day) => ({ short: `${day}/11`, long: `${day}/11/2026` })),
    series: names.map((name) => ({
      id: name,
      name: `Sales of all shops together, ${name}`,
      values: [1, 2],
      textOf: String,
      look: 'line',
    })),
    axis,
    secondAxis: undefined,
  });
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const size = {
    width: Number(drawn.getAttribute('width')),
    height: Number(drawn.getAttribute('height')),
  };
  const keys = [...drawn.querySelectorAll('g')].filter((each) =>
    each.textContent?.startsWith('Sales of'),
  );
  expect(keys).toHaveLength(5);
  for (const key of keys) {
    const [x = 0, y = 0] =
      (key.getAttribute('transform') ?? '').match(/[\d.]+/g)?.map(Number) ?? [];
    expect(x + 32 + textWidth(key.textContent ?? '')).toBeLessThan(size.width);
    expect(y).toBeLessThan(size.height - 32);
  }
  const png = await createImageBitmap(await renderChartPng(svg));
  expect([png.width, png.height]).toEqual([2 * size.width, 2 * size.height]);
});

it('wraps long texts, and keeps them apart from each other and the chart', () => {
  const long = (text: string) => `${text} của từng gian hàng trong kỳ báo cáo `.repeat(8).trim();
  const texts = {
    title: long('Doanh thu thuần'),
    subtitle: `${long('So với kỳ trước')} ${'x'.repeat(300)}`,
    footnote: long('Tính theo ngày đơn thành doanh số'),
  };
  const svg = renderChartSvg({
    ...texts,
    points: [1, 2].map((day) => ({ short: `${day}/11`, long: `${day}/11/2026` })),
    series: [{ id: 'now', name: 'Kỳ này', values: [1, 2], textOf: String, look: 'line' }],
    axis: { axisText: String },
    secondAxis: undefined,
  });
  const host = document.createElement('div');
  host.innerHTML = svg;
  document.body.append(host);
  onTestFinished(() => host.remove());
  const drawn = host.querySelector('svg');
  const { width, height } = drawn?.viewBox.baseVal ?? { width: 0, height: 0 };
  const blocks = [...host.querySelectorAll<SVGTextElement>('svg > text')];
  const plain = (text: string | null) => text?.replaceAll(/\s/g, '');
  expect(blocks.map(({ textContent }) => plain(textContent))).toEqual(
    Object.values(texts).map(plain),
  );
  const boxes = blocks.map((block) => block.getBBox());
  for (const box of boxes) {
    expect(box.height).toBeGreaterThan(24);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
  }
  const [title, subtitle, footnote] = boxes;
  const [plot, key] = [...host.querySelectorAll<SVGGElement>('svg > g')].map((part) => {
    const { y, height: tall } = part.getBBox();
    const top = y + (part.transform.baseVal.consolidate()?.matrix.f ?? 0);
    return { top, bottom: top + tall };
  });
  const order = [title?.y, bottomOf(title), subtitle?.y, bottomOf(subtitle), plot?.top];
  const below = [plot?.bottom, key?.top, key?.bottom, footnote?.y];
  const edges = [...order, ...below].map((edge) => edge ?? Number.NaN);
  expect(edges).toEqual(edges.toSorted((a, b) => a - b));
});

const bottomOf = (box: DOMRect | undefined) => box && box.y + box.height;
