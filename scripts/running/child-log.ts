import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the lines of a child go. */
export type ChildLog = {
  path: string;
  line(text: string, stream: 'out' | 'err'): void;
  /** From now on, plain lines are taken for logs and no longer shown as they are. */
  becomeQuiet(): void;
  /** Whether the screen has shown anything of this child. */
  hasSpoken(): boolean;
  close(): void;
};

const WARNING_LEVEL = 40;
const MAX_LOG_BYTES = 10_000_000;
const LEVELS = new Map([
  [40, 'warning'],
  [50, 'error'],
  [60, 'fatal'],
]);

/**
 * Keeps all lines in a file and shows on the screen what somebody has to know: while the child
 * starts, the plain sentences of its error stream; always, warnings and errors of its structured log.
 */
export function openChildLog(folder: string, name: string, verbose: boolean): ChildLog {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.log`);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) {
    renameSync(path, `${path}.1`);
  }
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  let isBroken = false;
  file.on('error', (error) => {
    if (!isBroken) process.stderr.write(`The log ${path} cannot be written: ${error.message}\n`);
    isBroken = true;
  });
  let starting = true;
  let hasOutput = false;
  const show = (text: string) => {
    hasOutput = true;
    process.stderr.write(`${text}\n`);
  };
  return {
    path,
    line(text, stream) {
      if (!isBroken) file.write(`${text}\n`);
      const entry = parseLogLine(text);
      if (verbose) show(`${name}: ${text}`);
      else if (entry === undefined) {
        if (stream === 'err' && text.trim() !== '') show(starting ? text : `${name}: ${text}`);
      } else if (entry.level >= WARNING_LEVEL) {
        show(`${name}: ${LEVELS.get(entry.level) ?? 'warning'}: ${entry.message}`);
      }
    },
    becomeQuiet() {
      starting = false;
    },
    hasSpoken: () => hasOutput,
    close() {
      file.end();
    },
  };
}

/** A line of the structured log, whose levels are those of pino. */
function parseLogLine(text: string): { level: number; message: string } | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const level = 'level' in parsed && typeof parsed.level === 'number' ? parsed.level : 30;
    const message = 'msg' in parsed && typeof parsed.msg === 'string' ? parsed.msg : text;
    return { level, message };
  } catch {
    return undefined;
  }
}
