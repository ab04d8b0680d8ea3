import type { FastifyReply } from 'fastify';

/** A connection is closed if it accepts no data for two heartbeats. */
const heartbeatIntervalMs = 15_000;
/** Time for buffered data to arrive after a stream has ended. */
const endTimeoutMs = 1000;

interface EventStream {
  /** Sends an event. While the client does not read, only the newest event is buffered. */
  send(event: string, data: string): void;
  /** Ends the stream. The connection is closed a second later, even if the client does not read. */
  end(): void;
  /** Resolves when the connection is closed by either side. */
  readonly closed: Promise<void>;
}

/**
 * Responds with Server-Sent Events. If a client does not read, at most one event is buffered, and the connection is
 * closed at the second heartbeat.
 *
 * | state   | `send`             | `drain` event           | heartbeat                     |
 * | ------- | ------------------ | ----------------------- | ----------------------------- |
 * | flowing | writes             |                         | writes a comment              |
 * | blocked | buffers the newest | writes it, then flowing | first: waits; second: closes  |
 * | ended   | ignored            |                         | none                          |
 *
 * @param onHeartbeat called at each heartbeat unless it closes the stream
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
