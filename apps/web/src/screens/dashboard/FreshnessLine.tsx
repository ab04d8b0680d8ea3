import type { Platform, ReportSummary } from '@seller-connect/contract';
import { AlertTriangleIcon, PartnerMark, Tooltip } from '@seller-connect/ui';
import { formats, shared } from '../../texts/index.ts';
import styles from './FreshnessLine.module.css';
import { texts } from './texts.ts';
import { useNow } from './useNow.ts';

/** From this age on, in milliseconds, figures are called old. */
const staleAfter = 6 * 3_600_000;

/** Below this age, in milliseconds, nobody counts. */
const justNow = 60_000;

const words = texts.freshness;

/** How old the figures are, per marketplace, in words; the exact time on focus. */
export function FreshnessLine({ summary }: { readonly summary: ReportSummary | undefined }) {
  const now = useNow();
  return (
    <ul className={styles.list} aria-label={words.label} data-waiting={summary ? undefined : true}>
      {platformsOf(summary).map(({ platform, asOf }) => (
        <li key={platform} className={styles.item}>
          <PartnerMark partner={platform} size={16} />
          {asOf === null ? (
            <Unread name={shared.partners[platform]} summary={summary} />
          ) : (
            <Tooltip content={words.exact(formats.dateTime(asOf, summary?.timeZone))}>
              <Age platform={platform} asOf={asOf} now={now} />
            </Tooltip>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Before the newest stretch of orders is read to its end no day is complete, while some of its orders
 * are in the figures already.
 */
function Unread({
  name,
  summary,
}: {
  readonly name: string;
  readonly summary: ReportSummary | undefined;
}) {
  return summary && summary.firstDay !== null ? words.loading(name) : words.notYet(name);
}

interface AgeProps {
  readonly platform: Platform;
  readonly asOf: string;
  readonly now: number;
}

function Age({ platform, asOf, now }: AgeProps) {
  const name = shared.partners[platform];
  if (now - Date.parse(asOf) < justNow) return words.justNow(name);
  const age = formats.relative(asOf, now);
  if (now - Date.parse(asOf) < staleAfter) return words.asOf(name, age);
  return (
    <span className={styles.stale}>
      <AlertTriangleIcon /> {words.stale(name, age)}
    </span>
  );
}

/** One line per marketplace, with the oldest of its shops: no figure is fresher than that. */
function platformsOf(
  summary: ReportSummary | undefined,
): { readonly platform: Platform; readonly asOf: string | null }[] {
  const oldest = new Map<Platform, string | null>();
  for (const { platform, asOf } of summary?.freshness ?? []) {
    const known = oldest.get(platform);
    if (known === undefined) oldest.set(platform, asOf);
    else if (known !== null && (asOf === null || asOf < known)) oldest.set(platform, asOf);
  }
  return [...oldest].map(([platform, asOf]) => ({ platform, asOf }));
}
