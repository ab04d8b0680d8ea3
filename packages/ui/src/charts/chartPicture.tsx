import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { PlotDrawing } from './PlotDrawing.tsx';
import { layoutPlot, plotHeight, textWidth } from './geometry.ts';
import {
  seriesColor,
  seriesDashArray,
  type TrendAxis,
  type TrendPointLabel,
  type TrendSeries,
} from './trend.ts';
import styles from './chartPicture.module.css';

export interface ChartPicture {
  readonly title: string;
  /** The period and what it is compared with. */
  readonly subtitle: string;
  /** How the figures are counted and when. */
  readonly footnote: string;
  readonly points: readonly TrendPointLabel[];
  readonly series: readonly TrendSeries[];
  readonly axis: TrendAxis;
  readonly secondAxis: TrendAxis | undefined;
}

const width = 1200;
const margin = 32;
const plotY = 92;
const legendY = plotY + plotHeight + 28;
const legendLineHeight = 20;

/** Properties that the style sheets give to the drawing. A picture has them in itself. */
const drawnProperties = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
];

/** Returns the chart as an SVG file in the colors of the page, with its title, period and legend. */
export function renderChartSvg(picture: ChartPicture): string {
  const host = document.createElement('div');
  host.className = styles.host ?? '';
  // Styles apply only within the document.
  document.body.append(host);
  const root = createRoot(host);
  try {
    flushSync(() => root.render(<Picture {...picture} />));
    const svg = host.querySelector('svg');
    if (!svg) throw new Error('The chart was not drawn');
    inlineStyles([svg, ...svg.querySelectorAll('*')]);
    return toXmlText(new XMLSerializer().serializeToString(svg));
  } finally {
    root.unmount();
    host.remove();
  }
}

// oxlint-disable-next-line eslint/no-control-regex
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Removes what no XML file contains: control characters, and halves of emojis, which notes of users can have. */
function toXmlText(text: string): string {
  return text.toWellFormed().replaceAll(notXml, '');
}

/** Draws an SVG file as PNG, with two pixels per unit. */
export async function renderChartPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No PNG'))), 'image/png');
  });
}

function inlineStyles(elements: readonly Element[]): void {
  // All are read before any changes, because selectors depend on the classes of ancestors.
  const styled = elements.map((element) => {
    const style = getComputedStyle(element);
    return {
      element,
      values: drawnProperties.map((name) => [name, style.getPropertyValue(name)] as const),
    };
  });
  for (const { element, values } of styled) {
    for (const [name, value] of values) element.setAttribute(name, value);
    element.removeAttribute('class');
  }
}

function Picture({ title, subtitle, footnote, points, series, axis, secondAxis }: ChartPicture) {
  const plot = layoutPlot(width - 2 * margin, points.length, series, axis, secondAxis);
  const keys = placeKeys(series);
  const lastKeyY = keys.at(-1)?.y ?? legendY;
  const height = lastKeyY + 56;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img">
      <title>{title}</title>
      <rect className={styles.paper} width={width} height={height} />
      <text className={styles.title} x={margin} y="44">
        {title}
      </text>
      <text className={styles.quiet} x={margin} y="68">
        {subtitle}
      </text>
      <g className={styles.plot} transform={`translate(${margin} ${plotY})`}>
        <PlotDrawing
          plot={plot}
          points={points}
          series={series.map((one, index) => ({ one, index }))}
        />
      </g>
      {keys.map(({ one, x, y }, index) => (
        <g key={one.id} transform={`translate(${x} ${y})`}>
          <path
            d="M0 -4h24"
            stroke={seriesColor(one, index)}
            strokeDasharray={seriesDashArray(one, index)}
            strokeWidth="2"
          />
          <text className={styles.name} x="32">
            {one.name}
          </text>
        </g>
      ))}
      <text className={styles.quiet} x={margin} y={lastKeyY + 32}>
        {footnote}
      </text>
    </svg>
  );
}

/** Places the names of the lines side by side, in as many lines as they need. */
function placeKeys(series: readonly TrendSeries[]) {
  let [x, y] = [margin, legendY];
  return series.map((one) => {
    const keyWidth = textWidth(one.name) + 56;
    if (x > margin && x + keyWidth > width) [x, y] = [margin, y + legendLineHeight];
    const key = { one, x, y };
    x += keyWidth;
    return key;
  });
}
