import type { Platform, ReportSummary, SyncStatus } from '@seller-connect/contract';
import {
  AlertTriangleIcon,
  CheckCircleIcon,
  ClockIcon,
  PartnerMark,
  Popover,
} from '@seller-connect/ui';
import { formats, partnerName } from '../../../i18n/index.ts';
import styles from './DataFreshness.module.css';
import { texts } from '../texts.ts';
import { useNow } from '../useNow.ts';

/** Data older than this, in milliseconds, is marked as stale. */
const staleAfterMs = 6 * 3_600_000;

/** Data younger than this, in milliseconds, is shown as "just now". */
const justNowMs = 60_000;

const labels = texts.freshness;

export interface DataFreshnessProps {
  readonly summary: ReportSummary | undefined;
  readonly synced: SyncStatus | undefined;
  /** When a copy of this browser that the page still shows was received, in milliseconds since 1970. */
  readonly copiedAt: number | null;
}

/** Age of the oldest data in one mark; colored only if a marketplace is late. It opens the ages by marketplace. */
export function DataFreshness({ summary, synced, copiedAt }: DataFreshnessProps) {
  const now = useNow();
  const backfilling = backfillingPlatforms(summary, synced);
  const ages = platformsOf(summary).map(({ platform, asOf }) =>
    describeAge({ platform, asOf, now, isBackfilling: backfilling.has(platform), summary }),
  );
  const [worst] = ages.toSorted((one, other) => other.rank - one.rank || other.ageMs - one.ageMs);
  if (!worst) return <span className={styles.mark}>{'\u00a0'}</span>;
  return (
    <Popover
      label={labels.label}
      renderTrigger={(props) => (
        <button {...props} type="button" className={styles.mark} data-rank={worst.rank}>
          {copiedAt !== null ? (
            <ClockIcon />
          ) : worst.rank === ageRanks.stale ? (
            <AlertTriangleIcon />
          ) : (
            <CheckCircleIcon />
          )}
          <span className={styles.age}>
            {copiedAt !== null
              ? labels.copied(formats.relative(copiedAt, now))
              : worst.rank === ageRanks.current
                ? worst.short
                : worst.text}
          </span>
        </button>
      )}
    >
      {() => (
        <ul className={styles.list} aria-label={labels.label}>
          {ages.map(({ platform, text, exact }) => (
            <li key={platform} className={styles.item}>
              <PartnerMark partner={platform} size={20} />
              <span>
                {text}
                {exact !== null && <span className={styles.exact}>{exact}</span>}
              </span>
            </li>
          ))}
          {copiedAt !== null && (
            <li className={styles.item}>
              {labels.copiedText(formats.dateTime(copiedAt, summary?.timeZone))}
            </li>
          )}
          {summary?.lagSeconds !== undefined && (
            <li className={styles.item}>{texts.behind(formats.number(summary.lagSeconds))}</li>
          )}
        </ul>
      )}
    </Popover>
  );
}

/** The highest is shown on the mark. */
const ageRanks = { current: 0, backfill: 1, unread: 2, stale: 3 } as const;

interface PlatformAge {
  readonly platform: Platform;
  readonly rank: number;
  readonly ageMs: number;
  readonly text: string;
  readonly short: string;
  readonly exact: string | null;
}

function describeAge({
  platform,
  asOf,
  now,
  isBackfilling,
  summary,
}: {
  readonly platform: Platform;
  readonly asOf: string | null;
  readonly now: number;
  /** Earlier days are still being synced. */
  readonly isBackfilling: boolean;
  readonly summary: ReportSummary | undefined;
}): PlatformAge {
  const name = partnerName(platform);
  if (asOf === null) {
    // No day is complete until the window with the newest orders closes, although the report may already include
    // some of them.
    const text = summary && summary.firstDay !== null ? labels.loading(name) : labels.notYet(name);
    return { platform, rank: ageRanks.unread, ageMs: 0, text, short: text, exact: null };
  }
  const ageMs = now - Date.parse(asOf);
  const age = formats.relative(asOf, now);
  const isNew = ageMs < justNowMs;
  const isStale = ageMs >= staleAfterMs;
  const text = isNew
    ? labels.justNow(name)
    : isStale
      ? labels.stale(name, age)
      : labels.asOf(name, age);
  return {
    platform,
    ageMs,
    rank: isStale ? ageRanks.stale : isBackfilling ? ageRanks.backfill : ageRanks.current,
    text: isBackfilling ? labels.older(text) : text,
    short: isNew ? labels.updatedNow : labels.updated(age),
    exact: labels.exact(formats.dateTime(asOf, summary?.timeZone)),
  };
}

/** Returns the marketplaces with a shop whose older orders are still being synced. */
function backfillingPlatforms(
  summary: ReportSummary | undefined,
  synced: SyncStatus | undefined,
): ReadonlySet<Platform> {
  const reported = new Set(summary?.freshness.map(({ shopId }) => shopId));
  return new Set(
    [
      ...(summary?.freshness ?? []).filter(({ daysLoading }) => daysLoading > 0),
      ...(synced?.shops ?? []).filter(
        ({ shopId, state }) => state === 'syncing' && reported.has(shopId),
      ),
    ].map(({ platform }) => platform),
  );
}

/** Returns one entry per marketplace, with the oldest instant of its shops. */
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
