import type { Browser } from 'playwright';

/** A session of WebDriver BiDi, with the commands that Playwright has no methods for. */
interface BidiSession {
  send(
    command: 'browsingContext.getTree',
    params: { 'moz:scope': 'chrome' },
  ): Promise<{ contexts: readonly { context: string; url: string }[] }>;
  send(
    command: 'script.evaluate',
    params: { expression: string; target: { context: string }; awaitPromise: boolean },
  ): Promise<{ type: 'success'; result: { value?: string } } | { type: 'exception' }>;
}

/**
 * Returns Playwright's session with a Firefox that it controls by WebDriver BiDi. Playwright keeps it to itself: its
 * version is pinned, and an incompatible one fails at the first test.
 */
export function bidiSession(browser: Browser): BidiSession {
  const connection: unknown = Reflect.get(browser, '_connection');
  const server = isConnection(connection) ? connection.toImpl(browser) : null;
  const session: unknown =
    typeof server === 'object' && server !== null && Reflect.get(server, '_browserSession');
  if (!isSession(session)) throw new Error('Playwright keeps its BiDi session elsewhere');
  return session;
}

/**
 * Suppresses a command that Playwright sends for every context and that Firefox ESR 153 does not support. The tests do
 * not emulate a color scheme.
 */
export function ignoreMediaFeatures(browser: Browser): void {
  const session = bidiSession(browser);
  const { send } = session;
  Reflect.set(session, 'send', (...args: unknown[]) =>
    args[0] === 'emulation.setMediaFeaturesOverride'
      ? Promise.resolve({})
      : Reflect.apply(send, session, args),
  );
}

const isConnection = (value: unknown): value is { toImpl(browser: Browser): unknown } =>
  hasMethod(value, 'toImpl');
const isSession = (value: unknown): value is BidiSession => hasMethod(value, 'send');

const hasMethod = (value: unknown, name: string) =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';
