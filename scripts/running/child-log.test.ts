import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openChildLog } from './child-log.ts';

let folder: string;
let screen: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'child-log-'));
  screen = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    screen.push(String(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

it('shows warnings and the messages of a starting program, and stores everything', async () => {
  const log = openChildLog(folder, 'server', false);
  log.line('{"level":30,"msg":"listening"}', 'out');
  log.line('plain progress', 'out');
  expect(log.hasSpoken()).toBe(false);
  log.line('{"level":40,"msg":"slow"}', 'out');
  log.line('The disk is full.', 'err');
  log.becomeQuiet();
  log.line('a stack', 'err');
  expect(screen).toEqual(['server: warning: slow\n', 'The disk is full.\n', 'server: a stack\n']);
  expect(log.hasSpoken()).toBe(true);
  await log.close();
  expect(readFileSync(log.path, 'utf8').split('\n')).toEqual([
    '{"level":30,"msg":"listening"}',
    'plain progress',
    '{"level":40,"msg":"slow"}',
    'The disk is full.',
    'a stack',
    '',
  ]);
});
