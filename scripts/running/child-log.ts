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

const WARNING = 40;
const LARGEST = 10_000_000;
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
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) {
    renameSync(path, `${path}.1`);
  }
  const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
  let broken = false;
  file.on('error', (error) => {
    if (!broken) process.stderr.write(`The log ${path} cannot be written: ${error.message}\n`);
    broken = true;
  });
  let starting = true;
  let spoken = false;
  const show = (text: string) => {
    spoken = true;
    process.stderr.write(`${text}\n`);
  };
  return {
    path,
    line(text, stream) {
      if (!broken) file.write(`${text}\n`);
      const entry = structured(text);
      if (verbose) show(`${name}: ${text}`);
      else if (entry === undefined) {
        if (stream === 'err' && text.trim() !== '') show(starting ? text : `${name}: ${text}`);
      } else if (entry.level >= WARNING) {
        show(`${name}: ${LEVELS.get(entry.level) ?? 'warning'}: ${entry.message}`);
      }
    },
    becomeQuiet() {
      starting = false;
    },
    hasSpoken: () => spoken,
    close() {
      file.end();
    },
  };
}

/** A line of the structured log, whose levels are those of pino. */
function structured(text: string): { level: number; message: string } | undefined {
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
