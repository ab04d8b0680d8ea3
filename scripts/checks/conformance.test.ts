import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface Row {
  section: string;
  rule: string;
  code: string[];
  tests: string[];
  state: string;
}

/** Parses the rows of all tables (rule, code, test, state), each with its section. */
function parseRows(page: string): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of page.split('\n')) {
    const heading = /^## (\d+)\./.exec(line);
    if (heading?.[1]) section = heading[1];
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [rule = '', code = '', test = '', state = ''] = cells;
    if (cells.length !== 4 || rule === 'rule' || /^-+$/.test(rule)) continue;
    rows.push({ section, rule, code: codeSpans(code), tests: codeSpans(test), state });
  }
  return rows;
}

function codeSpans(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap((match) => match[1] ?? []);
}

/** Matches tests of the web front end: web application, UI kit, login library and end-to-end tests. */
const frontEndTest = /^(apps\/web|packages\/(login|ui))\/.*\.test\.tsx? › |^e2e\/.*\.spec\.ts › /;

const rows = parseRows(readFileSync(join(root, 'docs', 'conformance.md'), 'utf8'));

describe('docs/conformance.md', () => {
  it('covers every section of the specification', () => {
    const sections = new Set(rows.map((row) => row.section));
    expect([...sections].toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(rows.length).toBeGreaterThan(100);
  });

  it.each(rows)('$section: $rule', ({ code, tests, state }) => {
    expect(state, 'done, or open with what is missing').toMatch(/^(done|open: \S.+)$/);
    for (const path of code) expect(existsSync(join(root, path)), `${path} exists`).toBe(true);
    for (const test of tests) {
      const [path = '', name = ''] = test.split(' › ');
      expect(existsSync(join(root, path)), `${path} exists`).toBe(true);
      const text = readFileSync(join(root, path), 'utf8');
      expect(name, `${path} is named with one of its tests`).not.toBe('');
      expect(text.includes(name), `${path} has a test named ${name}`).toBe(true);
    }
    if (state === 'done') {
      expect(code.length, 'a done rule names its code').toBeGreaterThan(0);
      // The specification describes the front end, so a test of the server alone proves no rule.
      const proofs = tests.filter((test) => frontEndTest.test(test));
      expect(proofs.length, 'a done rule names a test of the front end').toBeGreaterThan(0);
    }
  });
});
