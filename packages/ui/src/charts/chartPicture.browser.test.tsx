import { expect, it } from 'vitest';
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
