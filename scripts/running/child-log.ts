import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Log of a child process. */
export type ChildLog = {
  path: string;
  line(text: string, stream: 'out' | 'err'): void;
  /** Ends the startup phase, after which plain lines are shown with the name of the child. */
  becomeQuiet(): void;
  /** Whether any line of this child was shown. */
  hasSpoken(): boolean;
  /** Resolves when all lines are in the file: those of a program that crashed are the last ones. */
  close(): Promise<void>;
};

const warningLevel = 40;
const maxLogBytes = 10_000_000;
const levelNames = new Map([
  [40, 'warning'],
  [50, 'error'],
  [60, 'fatal'],
]);

/**
 * Opens a log that writes all lines to a file and shows some of them on the screen: plain lines of the error stream,
 * and warnings and errors of the structured log. `verbose` shows all lines.
 */
export function openChildLog(folder: string, name: string, verbose: boolean): ChildLog {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.log`);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) {
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
      } else if (entry.level >= warningLevel) {
        show(`${name}: ${levelNames.get(entry.level) ?? 'warning'}: ${entry.message}`);
      }
    },
    becomeQuiet() {
      starting = false;
    },
    hasSpoken: () => hasOutput,
    close: () => new Promise((resolve) => file.end(() => resolve())),
  };
}

/** Parses a line of the structured log, which has the levels of pino. */
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
