import type { ClientErrorKind, ClientErrorReport } from '@seller-connect/contract';
import { endpoints } from '@seller-connect/contract/endpoints';
import { ApiError } from '../../api/index.ts';
import { ChunkLoadError } from '../../loading/lazyComponent.tsx';

/** The state of the page at the time of an error. */
export interface ErrorContext {
  readonly kind: ClientErrorKind;
  /** React's component stack: one line per component, innermost first. */
  readonly componentStack?: string | null | undefined;
  /** The matched path of the route table with its parameter names; null without a match. */
  readonly route: string | null;
  /** The address of the page's entry script; null if unknown. */
  readonly entry: string | null;
  readonly origin: string;
}

const maxEntries = 20;

/**
 * Builds the report of an error: positions in our own code and the names found in it. Messages and addresses are left
 * out because they may contain user input or a token.
 */
export function buildErrorReport(error: unknown, context: ErrorContext): ClientErrorReport {
  const thrown = error instanceof Error ? error : null;
  const name = thrown?.name ?? typeof error;
  const { kind, route, entry, origin } = context;
  return {
    kind: kind === 'caught' && error instanceof ChunkLoadError ? 'chunk' : kind,
    name: /^[A-Za-z]\w{0,63}$/.test(name) ? name : 'Error',
    reactCode: reactCodeOf(thrown?.message ?? ''),
    route: route !== null && /^\/[A-Za-z_:/-]{0,119}$/.test(route) ? route : null,
    build: fileOf(entry ?? '', origin),
    frames: framesOf(thrown, origin),
    components: componentsOf(context.componentStack ?? ''),
  };
}

/** React's production build identifies its errors by number. The rest of the message may contain any text. */
function reactCodeOf(message: string): number | null {
  const code = /^Minified React error #(\d{1,4});/.exec(message)?.[1];
  return code === undefined ? null : Number(code);
}

/** Returns the file name of a script of this origin, or null for any other address. */
function fileOf(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  const file = url.pathname.split('/').at(-1) ?? '';
  return url.origin === origin && /^[\w.-]{1,90}\.[jt]sx?$/.test(file) ? file : null;
}

/** `at name (address:line:column)` in Chromium, `name@address:line:column` in Firefox and Safari. */
const framePattern =
  /^\s*(?:at (?:async )?)?(?:(?:new )?([\w$.]{0,60}?)(?: \[as [\w$.]+\])? ?[(@])?(https?:[^\s()]+):(\d{1,7}):(\d{1,7})\)?$/;

function framesOf(error: Error | null, origin: string): string[] {
  // Chromium's stack starts with the message, whose lines may look like frames.
  const stack = (error?.stack ?? '').replace(error?.message ?? '', '');
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '', address = '', row, column] = framePattern.exec(line) ?? [];
      const file = fileOf(address, origin);
      return file === null ? [] : [`${name}@${file}:${row}:${column}`];
    })
    .slice(0, maxEntries);
}

function componentsOf(stack: string): string[] {
  return stack
    .split('\n')
    .flatMap((line) => /^\s*(?:at )?([A-Za-z_$][\w$.]{0,59})(?: \(|@|$)/.exec(line)?.[1] ?? [])
    .slice(0, maxEntries);
}

/** Maximum number of reports per page load. */
const maxReports = 5;

/** Creates the reporter of one page: it sends each error once, up to `maxReports`. */
export function createErrorReporter(
  send: (report: ClientErrorReport) => void,
): (error: unknown, context: ErrorContext) => void {
  const sent = new Set<string>();
  return (error, context) => {
    // The server already logs its own failures.
    if (error instanceof ApiError) return;
    const report = buildErrorReport(error, context);
    const { kind, name, frames } = report;
    const key = `${kind} ${name} ${frames[0] ?? ''}`;
    if (sent.size >= maxReports || sent.has(key)) return;
    sent.add(key);
    send(report);
  };
}

let reporter: ReturnType<typeof createErrorReporter> | undefined;

/** Reports an error of this page to the operator. */
export function reportClientError(coreApi: string, error: unknown, context: ErrorContext): void {
  reporter ??= createErrorReporter((each) => sendClientError(coreApi, each));
  reporter(error, context);
}

/** Sends an error report in the background. Failures are ignored. */
function sendClientError(base: string, report: ClientErrorReport): void {
  const { method, path } = endpoints.reportClientError;
  void fetch(`${base.replace(/\/+$/, '')}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    // Reports must not identify the user or the page.
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}
