import styles from './sign-in.module.css';
import type { SignInTexts } from './texts.vi.ts';

// Invented month with a weekly rhythm, a payday and one sale day.
const days = [
  38, 41, 37, 40, 46, 55, 52, 43, 42, 40, 44, 49, 60, 57, 46, 44, 47, 45, 53, 66, 62, 51, 50, 88,
  61, 58, 70, 67,
];
const previous = [
  35, 36, 34, 37, 41, 49, 47, 39, 38, 37, 39, 44, 52, 50, 42, 40, 41, 42, 46, 55, 53, 45, 44, 52,
  50, 49, 57, 55,
];
const shares = [1, 0.62, 0.34];

const left = 24;
const width = 392;
const bottom = 286;
const scale = 1.35;

function line(values: readonly number[]): string {
  const step = width / (values.length - 1);
  return values
    .map((value, index) => {
      const x = (left + index * step).toFixed(1);
      return `${index === 0 ? 'M' : 'L'}${x} ${(bottom - value * scale).toFixed(1)}`;
    })
    .join('');
}

/** A decorative report, drawn with the product's design tokens. */
export function ReportPicture({ texts }: { readonly texts: SignInTexts['picture'] }) {
  return (
    <svg className={styles.picture} viewBox="0 0 440 460" role="img" aria-label={texts.description}>
      <rect className={styles.sheet} x="0.5" y="0.5" width="439" height="459" rx="10" />
      <text className={styles.heading} x={left} y="38">
        {texts.title}
      </text>
      <text className={styles.faint} x="416" y="38" textAnchor="end">
        {texts.period}
      </text>
      <path className={styles.hair} d="M0.5 56.5h439" />
      <text className={styles.faint} x={left} y="84">
        {texts.gmv}
      </text>
      <text className={styles.figure} x={left} y="114">
        {texts.gmvValue}
      </text>
      <text className={styles.up} x={left} y="136">
        {texts.change}
        <tspan className={styles.faint} dx="5">
          {texts.against}
        </tspan>
      </text>
      <text className={styles.faint} x="240" y="84">
        {texts.orders}
      </text>
      <text className={styles.figureSmall} x="240" y="106">
        {texts.ordersValue}
      </text>
      <text className={styles.faint} x="240" y="126">
        {texts.aov}
      </text>
      <text className={styles.figureSmall} x="240" y="148">
        {texts.aovValue}
      </text>
      <path className={styles.hair} d={`M${left} 200.5h${width}M${left} 243.5h${width}`} />
      <path className={styles.base} d={`M${left} 286.5h${width}`} />
      <path className={styles.area} d={`${line(days)}L${left + width} 286L${left} 286Z`} />
      <path className={styles.before} d={line(previous)} />
      <path className={styles.trend} d={line(days)} />
      <text className={styles.heading} x={left} y="330">
        {texts.byShop}
      </text>
      {texts.shops.map((shop, index) => (
        <g key={shop} transform={`translate(0 ${356 + index * 34})`}>
          <text className={styles.faint} x={left} y="10">
            {shop}
          </text>
          <rect
            className={styles.bar}
            x="140"
            width={(276 * (shares[index] ?? 0)).toFixed(0)}
            height="12"
            rx="3"
          />
        </g>
      ))}
    </svg>
  );
}
