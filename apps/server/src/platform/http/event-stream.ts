import type { FastifyReply } from 'fastify';

/** A connection that takes nothing for two of these is given up. */
const heartbeatIntervalMs = 15_000;
/** What is on its way when a stream ends may still arrive within this. */
const endTimeoutMs = 1000;

export interface EventStream {
  /** Sends an event, or keeps it until the client has taken the one before; only the newest is kept. */
  send(event: string, data: string): void;
  /** Ends the stream; the connection is cut a moment later, also where the client takes nothing. */
  end(): void;
  /** Resolves once the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
}

/**
 * Answers with Server-Sent Events. A client that does not read is sent nothing more, so that at most one event waits in
 * memory, and is cut off at the second heartbeat.
 *
 * | state   | `send`                | drained               | heartbeat                      |
 * | ------- | --------------------- | --------------------- | ------------------------------ |
 * | flowing | writes                |                       | writes a comment               |
 * | blocked | keeps the newest      | flowing, writes it    | first: waits; second: cut off  |
 * | ended   | nothing               |                       | none                           |
 *
 * @param onHeartbeat called at each heartbeat of a stream that is not cut off
 */
export function openEventStream(reply: FastifyReply, onHeartbeat: () => void): EventStream {
  const { raw } = reply;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let isBlocked = false;
  let missedHeartbeats = 0;
  let pendingText: string | null = null;
  let cutOffTimer: NodeJS.Timeout | undefined;

  reply.hijack();
  raw.on('error', () => raw.destroy());
  raw.on('drain', () => {
    isBlocked = false;
    missedHeartbeats = 0;
    if (pendingText !== null) write(pendingText);
  });

  function write(text: string): void {
    if (raw.writableEnded || raw.destroyed) return;
    if (isBlocked) {
      pendingText = text;
      return;
    }
    pendingText = null;
    isBlocked = !raw.write(text);
  }
  function end(): void {
    if (raw.writableEnded || raw.destroyed) return;
    raw.end();
    cutOffTimer = setTimeout(() => raw.destroy(), endTimeoutMs);
  }

  const heartbeat = setInterval(() => {
    if (isBlocked) missedHeartbeats += 1;
    else write(': still here\n\n');
    if (missedHeartbeats > 1) raw.destroy();
    else if (!raw.writableEnded) onHeartbeat();
  }, heartbeatIntervalMs);
  const onClose = () => {
    clearInterval(heartbeat);
    clearTimeout(cutOffTimer);
    resolve();
  };
  raw.once('close', onClose);
  if (raw.destroyed) onClose();
  else {
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
  }
  return { send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`), end, closed };
}
