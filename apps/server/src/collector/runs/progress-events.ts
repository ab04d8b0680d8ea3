import type { FastifyReply } from 'fastify';
import type { SyncStatus } from '@seller-connect/contract';
import { openEventStream } from '../../platform/http/event-stream.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { Problem, rateLimitedProblem, type Language } from '../../platform/http/problem.ts';
import { createConcurrencyLimit } from '../../platform/http/limits/concurrency-limit.ts';
import { progressTopic } from '../leases/stream-lease.ts';

/** Limits snapshots to four per second, however many pages are committed. */
const minIntervalMs = 250;
/** Open event streams of this process, in total and per account. A browser briefly needs two while it reconnects. */
const streamLimits = { total: 5000, perKey: 12 };

interface ProgressStream {
  reply: FastifyReply;
  tenantId: string;
  accountId: string;
  language: Language;
  sessionEndsAt: Date;
  /** Rejects with a `Problem` once the session has ended or the account has left the team. */
  checkSession(): Promise<unknown>;
}

/** Snapshots of one team in one language, shared by all of its event streams. */
interface Feed {
  readonly listeners: Set<(snapshot: string) => void>;
  /** The last snapshot; empty before the first. */
  last: string;
  refresh(): void;
  close(): void;
}

/**
 * Streams the progress of teams as Server-Sent Events: a snapshot at once, then one after each change, until the client
 * disconnects, the session ends or the process stops. Streams of one team and language share each snapshot.
 */
export function createProgressStreams(options: {
  events: Events;
  log: Pick<Log, 'warn'>;
  stopping: AbortSignal;
  snapshot(tenantId: string, language: Language): Promise<SyncStatus>;
}): { open(stream: ProgressStream): Promise<void> } {
  const { log, stopping } = options;
  const takeSlot = createConcurrencyLimit(streamLimits);
  const feeds = new Map<string, Feed>();

  function feedOf(tenantId: string, language: Language): Feed {
    const key = `${language} ${tenantId}`;
    return feeds.getOrInsertComputed(key, () =>
      openFeed({
        read: async () => JSON.stringify(await options.snapshot(tenantId, language)),
        subscribe: (listener) => options.events.subscribe(progressTopic, tenantId, listener),
        log,
        onClose: () => feeds.delete(key),
      }),
    );
  }

  return {
    async open({ reply, tenantId, accountId, language, sessionEndsAt, checkSession }) {
      const releaseSlot = takeSlot(accountId);
      if (!releaseSlot) throw tooManyStreamsProblem();
      const feed = feedOf(tenantId, language);
      const stream = openEventStream(reply, () => {
        checkSession().catch((error: unknown) => {
          if (error instanceof Problem) stream.end();
          else
            log.warn(
              { event: 'collector.event_session_unchecked', err: error },
              'Session of an event stream could not be checked; the stream stays open',
            );
        });
        // A stream becomes late by time alone, without an event.
        feed.refresh();
      });
      const listener = (snapshot: string) => stream.send('progress', snapshot);
      const end = () => stream.end();
      const sessionMs = Math.max(0, sessionEndsAt.getTime() - Date.now());
      const sessionTimer = setTimeout(end, Math.min(sessionMs, 2_147_483_647));
      stopping.addEventListener('abort', end, { once: true });

      if (stopping.aborted) end();
      feed.listeners.add(listener);
      if (feed.last !== '') listener(feed.last);
      feed.refresh();
      await stream.closed;

      clearTimeout(sessionTimer);
      stopping.removeEventListener('abort', end);
      feed.listeners.delete(listener);
      if (feed.listeners.size === 0) feed.close();
      releaseSlot();
    },
  };
}

function openFeed(options: {
  read(): Promise<string>;
  subscribe(listener: () => void): () => void;
  log: Pick<Log, 'warn'>;
  onClose(): void;
}): Feed {
  let isLoading = false;
  let isStale = false;
  let isClosed = false;
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const read = async () => {
    isLoading = true;
    isStale = false;
    lastReadAt = performance.now();
    try {
      const snapshot = await options.read();
      if (snapshot !== feed.last) {
        feed.last = snapshot;
        for (const listener of feed.listeners) listener(snapshot);
      }
    } catch (error) {
      options.log.warn(
        { event: 'collector.progress_event_failed', err: error },
        'Progress event could not be built',
      );
    }
    isLoading = false;
    if (isStale) refresh();
  };
  const refresh = () => {
    isStale = true;
    if (isLoading || timer || isClosed) return;
    const waitMs = Math.max(0, minIntervalMs - (performance.now() - lastReadAt));
    timer = setTimeout(() => {
      timer = undefined;
      void read();
    }, waitMs);
  };
  const unsubscribe = options.subscribe(refresh);
  const feed: Feed = {
    listeners: new Set(),
    last: '',
    refresh,
    close() {
      isClosed = true;
      clearTimeout(timer);
      unsubscribe();
      options.onClose();
    },
  };
  return feed;
}

function tooManyStreamsProblem(): Problem {
  return rateLimitedProblem(15, {
    vi: 'Bạn đang mở quá nhiều cửa sổ cùng lúc. Hãy đóng bớt.',
    en: 'You have too many windows open. Close some.',
  });
}
