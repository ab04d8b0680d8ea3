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
import { wrapText } from './wrapText.ts';
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
const titleLineHeight = 26;
const quietLineHeight = 18;
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
    flushSync(() => root.render(<Picture {...picture} wrap={wrapWithStylesOf(host)} />));
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

/** Wraps a text to the width of the picture, with the font of a class. */
type Wrap = (text: string, className: string | undefined) => readonly string[];

function wrapWithStylesOf(host: HTMLElement): Wrap {
  const canvas = document.createElement('canvas').getContext('2d');
  return (text, className) => {
    const probe = document.createElement('span');
    probe.className = className ?? '';
    host.append(probe);
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(probe);
    if (canvas) canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    probe.remove();
    return wrapText(text, width - 2 * margin, (part) => canvas?.measureText(part).width ?? 0);
  };
}

function Picture({
  title,
  subtitle,
  footnote,
  points,
  series,
  axis,
  secondAxis,
  wrap,
}: ChartPicture & { readonly wrap: Wrap }) {
  const plot = layoutPlot(width - 2 * margin, points.length, series, axis, secondAxis);
  const titleLines = wrap(title, styles.title);
  const subtitleLines = wrap(subtitle, styles.quiet);
  const footnoteLines = wrap(footnote, styles.quiet);
  const subtitleY = 42 + titleLines.length * titleLineHeight;
  const plotY = subtitleY + 6 + subtitleLines.length * quietLineHeight;
  const keys = placeKeys(series, plotY + plotHeight + 28);
  const footnoteY = (keys.at(-1)?.y ?? plotY + plotHeight) + 32;
  const height = footnoteY + 6 + footnoteLines.length * quietLineHeight;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img">
      <title>{title}</title>
      <rect className={styles.paper} width={width} height={height} />
      <TextLines lines={titleLines} y={44} lineHeight={titleLineHeight} className={styles.title} />
      <TextLines
        lines={subtitleLines}
        y={subtitleY}
        lineHeight={quietLineHeight}
        className={styles.quiet}
      />
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
      <TextLines
        lines={footnoteLines}
        y={footnoteY}
        lineHeight={quietLineHeight}
        className={styles.quiet}
      />
    </svg>
  );
}

interface TextLinesProps {
  readonly lines: readonly string[];
  /** The baseline of the first line. */
  readonly y: number;
  readonly lineHeight: number;
  readonly className: string | undefined;
}

function TextLines({ lines, y, lineHeight, className }: TextLinesProps) {
  return (
    <text className={className}>
      {lines.map((line, index) => (
        <tspan key={index} x={margin} y={y + index * lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** Places the names of the lines side by side, in as many lines as they need. */
function placeKeys(series: readonly TrendSeries[], firstY: number) {
  let [x, y] = [margin, firstY];
  return series.map((one) => {
    const keyWidth = textWidth(one.name) + 56;
    if (x > margin && x + keyWidth > width) [x, y] = [margin, y + legendLineHeight];
    const key = { one, x, y };
    x += keyWidth;
    return key;
  });
}
