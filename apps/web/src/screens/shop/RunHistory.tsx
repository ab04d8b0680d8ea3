import {
  Table,
  AlertTriangleIcon,
  CheckCircleIcon,
  Spinner,
  type RowCard,
  type TableColumn,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { ShopSyncRun } from '@seller-connect/contract';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { pageSize, ShopHistoryCard } from './ShopHistoryCard.tsx';
import styles from './shop.module.css';
import { texts } from './texts.ts';

/** Returns the number of rows that a run added, by stream. */
function rowsOf(run: ShopSyncRun): string {
  const counted = run.streams.filter((stream) => stream.rows !== null);
  if (counted.length === 0) return run.state === 'running' ? '–' : texts.notCounted;
  const some = counted.filter(({ rows }) => rows !== null && rows > 0);
  if (some.length === 0) return texts.nothingNew;
  return formats.list(
    some.map(({ rows, stream }) =>
      knownText(texts.rows, stream, texts.rows.other)(formats.number(rows ?? 0)),
    ),
  );
}

/** Formats a duration in its two largest units; null while it is not finished. */
export function formatDuration(startedAt: string, finishedAt: string | null): string | null {
  if (finishedAt === null) return null;
  const seconds = Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000));
  if (seconds < 60) return texts.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return texts.minutes(minutes, seconds % 60);
  return texts.hours(Math.floor(minutes / 60), minutes % 60);
}

/** Returns the duration of a run. For several scheduled syncs, the time until which they lasted. */
function durationText({ syncCount, startedAt, finishedAt }: ShopSyncRun): string {
  if (syncCount > 1 && finishedAt !== null) return texts.until(formats.dateTime(finishedAt));
  return formatDuration(startedAt, finishedAt) ?? '–';
}

const columns: readonly TableColumn<ShopSyncRun>[] = [
  {
    id: 'started',
    header: texts.columns.started,
    render: (run) => (
      <>
        <time dateTime={run.startedAt}>{formats.dateTime(run.startedAt)}</time>
        {run.kind === 'scheduled' && (
          <span className={styles.reference}>{texts.scheduled(run.syncCount)}</span>
        )}
        <span className={styles.reference}>{referenceText(run)}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: texts.columns.state,
    render: (run) => (
      <div>
        <RunState state={run.state} />
        {problemTexts(run).map((problem) => (
          <p key={problem} className={styles.problem}>
            {problem}
          </p>
        ))}
      </div>
    ),
  },
  { id: 'rows', header: texts.columns.rows, render: rowsOf },
  {
    id: 'took',
    header: texts.columns.took,
    align: 'end',
    render: durationText,
  },
];

const referenceText = ({ runId }: ShopSyncRun) => texts.reference(runId.slice(-8));

function problemTexts({ streams }: ShopSyncRun): string[] {
  return streams.flatMap(({ stream, problem }) =>
    problem
      ? [texts.problem(knownText(sharedTexts.streams, stream, sharedTexts.other), problem.message)]
      : [],
  );
}

/** Start and state; what was read, or why not; kind and duration. Requested syncs have no kind. */
function cardOf(run: ShopSyncRun): RowCard {
  return {
    title: <time dateTime={run.startedAt}>{formats.dateTime(run.startedAt)}</time>,
    value: <RunState state={run.state} />,
    text: (
      <>
        {[rowsOf(run), ...problemTexts(run)].map((line) => (
          <span key={line} className={styles.problem}>
            {line}
          </span>
        ))}
      </>
    ),
    textEnd: run.kind === 'scheduled' ? referenceText(run) : undefined,
    detail: run.kind === 'scheduled' ? texts.scheduled(run.syncCount) : referenceText(run),
    detailEnd: durationText(run),
  };
}

/** The syncs of a shop, newest first. */
export function RunHistory({ shopId }: { readonly shopId: string }) {
  const runs = useQuery(endpointQuery('collectionRuns', { query: { shopId, pageSize } }));
  return (
    <ShopHistoryCard title={texts.runs} summary={texts.runsWhat} empty={texts.noRuns} query={runs}>
      {(rows) => (
        <div className={styles.runs}>
          <Table
            caption={texts.runs}
            columns={columns}
            rows={rows}
            rowKey={(run) => run.runId}
            cardOf={cardOf}
          />
        </div>
      )}
    </ShopHistoryCard>
  );
}

const icons: Record<ShopSyncRun['state'], ReactNode> = {
  running: <Spinner />,
  succeeded: <CheckCircleIcon />,
  failed: <AlertTriangleIcon />,
};

/** The state of a run as icon and text. */
function RunState({ state }: { readonly state: ShopSyncRun['state'] }) {
  return (
    <span className={styles.state} data-state={state}>
      {icons[state]}
      {knownText(texts.states, state, sharedTexts.other)}
    </span>
  );
}
