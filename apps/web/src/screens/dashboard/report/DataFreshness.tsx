import type { Platform, ReportSummary, SyncStatus } from '@seller-connect/contract';
import { AlertTriangleIcon, PartnerMark, Tooltip } from '@seller-connect/ui';
import { formats, sharedTexts } from '../../../i18n/index.ts';
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
}

/** Age of the data by marketplace; the tooltip has the exact time. */
export function DataFreshness({ summary, synced }: DataFreshnessProps) {
  const now = useNow();
  const loading = loadingPlatforms(summary, synced);
  return (
    <ul className={styles.list} aria-label={labels.label} data-waiting={summary ? undefined : true}>
      {platformsOf(summary).map(({ platform, asOf }) => (
        <li key={platform} className={styles.item}>
          <PartnerMark partner={platform} size={16} />
          {asOf === null ? (
            <UnreadPlatform name={sharedTexts.partners[platform]} summary={summary} />
          ) : (
            <Tooltip side="below" content={labels.exact(formats.dateTime(asOf, summary?.timeZone))}>
              <FreshnessAge
                platform={platform}
                asOf={asOf}
                now={now}
                older={loading.has(platform)}
              />
            </Tooltip>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * No day is complete until the window with the newest orders closes, although the report may already include some of
 * them.
 */
function UnreadPlatform({
  name,
  summary,
}: {
  readonly name: string;
  readonly summary: ReportSummary | undefined;
}) {
  return summary && summary.firstDay !== null ? labels.loading(name) : labels.notYet(name);
}

interface FreshnessAgeProps {
  readonly platform: Platform;
  readonly asOf: string;
  readonly now: number;
  /** Earlier days are still being synced. */
  readonly older: boolean;
}

function FreshnessAge({ platform, asOf, now, older }: FreshnessAgeProps) {
  const name = sharedTexts.partners[platform];
  const withBackfillNote = (age: string) => (older ? labels.older(age) : age);
  if (now - Date.parse(asOf) < justNowMs) return withBackfillNote(labels.justNow(name));
  const age = formats.relative(asOf, now);
  if (now - Date.parse(asOf) < staleAfterMs) return withBackfillNote(labels.asOf(name, age));
  return (
    <span className={styles.stale}>
      <AlertTriangleIcon /> {withBackfillNote(labels.stale(name, age))}
    </span>
  );
}

/** Returns the marketplaces with a shop whose older orders are still being synced. */
function loadingPlatforms(
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
