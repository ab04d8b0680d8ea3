import type { FastifyReply } from 'fastify';
import type { SyncedData } from '@seller-connect/contract';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { progressTopic } from './holding.ts';

/** At most four snapshots a second, however many pages are committed. */
const leastMsBetween = 250;
const heartbeatMs = 15_000;

/**
 * Sends the progress as Server-Sent Events until the caller leaves, the session ends or the program stops:
 * a snapshot at once, then one after each change.
 */
export async function streamProgress(options: {
  reply: FastifyReply;
  events: Events;
  log: Pick<Log, 'warn'>;
  tenantId: string;
  sessionEndsAt: Date;
  stopping: AbortSignal;
  snapshot(): Promise<SyncedData>;
}): Promise<void> {
  const { reply, events, tenantId, stopping } = options;
  const { raw } = reply;
  reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });

  let sending = false;
  let changed = false;
  let lastSentAt = 0;
  let last = '';
  let timer: NodeJS.Timeout | undefined;
  const ended = new AbortController();

  const send = async () => {
    sending = true;
    changed = false;
    lastSentAt = performance.now();
    try {
      const text = JSON.stringify(await options.snapshot());
      if (text !== last && !ended.signal.aborted) {
        last = text;
        raw.write(`event: progress\ndata: ${text}\n\n`);
      }
    } catch (error) {
      options.log.warn({ err: error }, 'a progress event could not be made');
    }
    sending = false;
    if (changed) schedule();
  };
  const schedule = () => {
    changed = true;
    if (sending || timer || ended.signal.aborted) return;
    const wait = Math.max(0, leastMsBetween - (performance.now() - lastSentAt));
    timer = setTimeout(() => {
      timer = undefined;
      void send();
    }, wait);
  };

  const unsubscribe = events.subscribe(progressTopic, tenantId, schedule);
  // A state can become late by the mere passing of time.
  const heartbeat = setInterval(() => {
    raw.write(': still here\n\n');
    schedule();
  }, heartbeatMs);
  const sessionMs = Math.max(0, options.sessionEndsAt.getTime() - Date.now());
  const sessionTimer = setTimeout(() => raw.end(), Math.min(sessionMs, 2_147_483_647));
  const stop = () => raw.end();
  stopping.addEventListener('abort', stop, { once: true });

  await new Promise<void>((done) => {
    raw.once('close', done);
    if (stopping.aborted || raw.destroyed) raw.end(done);
    void send();
  });
  ended.abort();
  unsubscribe();
  clearInterval(heartbeat);
  clearTimeout(sessionTimer);
  clearTimeout(timer);
  stopping.removeEventListener('abort', stop);
}
