import { PartnerMark } from '@seller-connect/ui';
import styles from './sign-in.module.css';
import type { SignInTexts } from './texts.vi.ts';

// Invented month with a weekly rhythm, a payday and one sale day.
const days = [
  38, 41, 37, 40, 46, 55, 52, 43, 42, 40, 44, 49, 60, 57, 46, 44, 47, 92, 53, 62, 58, 51, 50, 54,
  61, 58, 70, 67,
];
const previous = [
  35, 36, 34, 37, 41, 49, 47, 39, 38, 37, 39, 44, 52, 50, 42, 40, 41, 58, 46, 55, 53, 45, 44, 47,
  50, 49, 57, 55,
];
const peak = days.indexOf(Math.max(...days));

const left = 28;
const width = 424;
const bottom = 292;
const scale = 1.5;

const xOf = (index: number) => left + (index * width) / (days.length - 1);

function line(values: readonly number[]): string {
  return values
    .map((value, index) => {
      const x = xOf(index).toFixed(1);
      return `${index === 0 ? 'M' : 'L'}${x} ${(bottom - value * scale).toFixed(1)}`;
    })
    .join('');
}

/** A decorative report, drawn with the product's design tokens. */
export function ReportPicture({ texts }: { readonly texts: SignInTexts['picture'] }) {
  return (
    <svg className={styles.picture} viewBox="0 0 480 460" role="img" aria-label={texts.description}>
      <rect className={styles.sheet} x="0.5" y="0.5" width="479" height="459" rx="14" />
      <text className={styles.heading} x={left} y="40">
        {texts.title}
      </text>
      <text className={styles.faint} x={left + width} y="40" textAnchor="end">
        {texts.period}
      </text>
      <path className={styles.hair} d="M0.5 60.5h479" />
      <text className={styles.faint} x={left} y="88">
        {texts.gmv}
      </text>
      <text className={styles.figure} x={left} y="121">
        {texts.gmvValue}
        <tspan className={styles.currency} dx="6">
          ₫
        </tspan>
      </text>
      <text className={styles.up} x={left + width} y="121" textAnchor="end">
        {texts.change}
        <tspan className={styles.faint} dx="5">
          {texts.against}
        </tspan>
      </text>
      <path
        className={styles.hair}
        d={`M${left} 172.5h${width}M${left} 212.5h${width}M${left} 252.5h${width}`}
      />
      <path className={styles.base} d={`M${left} 292.5h${width}`} />
      <path className={styles.area} d={`${line(days)}L${left + width} 292L${left} 292Z`} />
      <path className={styles.before} d={line(previous)} />
      <path className={styles.trend} d={line(days)} />
      <circle className={styles.peak} cx={xOf(peak)} cy={bottom - 92 * scale} r="4" />
      <text className={styles.peakLabel} x={xOf(peak) + 10} y={bottom - 92 * scale + 4}>
        {texts.peak}
      </text>
      <text className={styles.heading} x={left} y="334">
        {texts.byShop}
      </text>
      {texts.shops.map(([partner, shop, share], index) => (
        <g key={shop} transform={`translate(${left} ${354 + index * 34})`}>
          <PartnerMark partner={partner} size={20} />
          <text className={styles.shop} x="30" y="15">
            {shop}
          </text>
          <rect className={styles.track} x="150" y="6" width="220" height="8" rx="4" />
          <rect
            className={styles.bar}
            x="150"
            y="6"
            width={(2.2 * Number.parseInt(share, 10)).toFixed(0)}
            height="8"
            rx="4"
          />
          <text className={styles.shop} x={width} y="15" textAnchor="end">
            {share}
          </text>
        </g>
      ))}
    </svg>
  );
}
