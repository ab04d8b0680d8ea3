import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { processRegistry } from '../platform/telemetry/metrics.ts';
// Loads every domain, each of which registers its metrics.
import './domains.ts';
import { createSharedRegistry } from './resources.ts';
import './serve.ts';
import './work.ts';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

const folder = join(import.meta.dirname, '../../../../deploy/monitoring');
const text = Type.String({ minLength: 1 });
const AlertRules = Type.Object({
  groups: Type.Array(
    Type.Object({
      name: text,
      rules: Type.Array(
        Type.Object(
          {
            alert: Type.String({ pattern: '^[A-Z]\\w+$' }),
            expr: text,
            for: Type.Optional(Type.String({ pattern: '^\\d+[smh]$' })),
            labels: Type.Object({
              severity: Type.Enum(['page', 'ticket']),
            }),
            annotations: Type.Object({ summary: text, description: text }),
          },
          { additionalProperties: false },
        ),
      ),
    }),
  ),
});
const GridPosition = Type.Object({
  x: Type.Integer({ minimum: 0, maximum: 23 }),
  y: Type.Integer({ minimum: 0 }),
  w: Type.Integer({ minimum: 1, maximum: 24 }),
  h: Type.Integer({ minimum: 1 }),
});
const Dashboard = Type.Object({
  uid: text,
  title: text,
  schemaVersion: Type.Integer({ minimum: 36 }),
  templating: Type.Object({
    list: Type.Array(Type.Object({ name: text, type: Type.Literal('datasource') })),
  }),
  panels: Type.Array(
    Type.Object({
      id: Type.Integer(),
      type: Type.Enum(['row', 'timeseries', 'stat']),
      title: text,
      gridPos: GridPosition,
      description: Type.Optional(text),
      targets: Type.Optional(
        Type.Array(Type.Object({ refId: text, expr: text, legendFormat: text }), { minItems: 1 }),
      ),
    }),
  ),
});

const databases: Database[] = [];
/** Labels by the name of each time series of the program. */
const labelsOfSeries = new Map<string, Set<string>>();

beforeAll(() => {
  // The connections are never used, because no value is collected.
  const connect = (role: 'seller_connect_app' | 'seller_connect_identity') => {
    const url = 'postgres://127.0.0.1:1/none';
    const database = openDatabase({ url, role, poolSize: 1, log: createLog('silent') });
    databases.push(database);
    return database;
  };
  const shared = createSharedRegistry(
    connect('seller_connect_app'),
    connect('seller_connect_identity'),
  );
  for (const metric of [processRegistry, shared].flatMap((each) => each.getMetricsAsArray())) {
    const labels = new Set(['instance', 'job', ...labelNamesOf(metric)]);
    labelsOfSeries.set(metric.name, labels);
    for (const suffix of ['bucket', 'sum', 'count']) {
      const own = suffix === 'bucket' ? new Set([...labels, 'le']) : labels;
      labelsOfSeries.set(`${metric.name}_${suffix}`, own);
    }
  }
  // The one series that Prometheus itself adds to each scrape.
  labelsOfSeries.set('up', new Set(['instance', 'job']));
});
afterAll(() => Promise.all(databases.map((database) => database.close())));

function labelNamesOf(metric: object): string[] {
  return Value.Parse(Type.Array(Type.String()), Reflect.get(metric, 'labelNames'));
}

const readRules = () =>
  Value.Parse(AlertRules, parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8'))).groups.flatMap(
    ({ rules }) => rules,
  );
const readDashboard = () =>
  Value.Parse(Dashboard, JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')));

/** Returns what is wrong with a PromQL expression, measured by the metrics of the program. */
function problemsOf(expression: string): string[] {
  // Grafana replaces this variable.
  const query = expression.replaceAll('$__rate_interval', '5m');
  const problems: string[] = [];
  const textOf = ({ from, to }: SyntaxNode) => query.slice(from, to);
  const labelNames = (node: SyntaxNode): string[] =>
    childrenOf(node).flatMap((child) =>
      child.name === 'LabelName' ? [textOf(child)] : labelNames(child),
    );
  let selectors = 0;
  const known = new Set<string>();
  const grouped: string[] = [];
  parser.parse(query).iterate({
    enter({ node }) {
      if (node.type.isError) problems.push(`syntax at ${node.from}`);
      if (node.name === 'GroupingLabels') grouped.push(...labelNames(node));
      if (node.name !== 'VectorSelector') return;
      selectors += 1;
      const identifier = childrenOf(node).find(({ name }) => name === 'Identifier');
      const series = identifier ? textOf(identifier) : '';
      const labels = labelsOfSeries.get(series);
      if (!labels) problems.push(`no metric ${series}`);
      for (const label of labels ?? []) known.add(label);
      problems.push(
        ...labelNames(node)
          .filter((label) => labels?.has(label) === false)
          .map((label) => `${series} has no label ${label}`),
      );
    },
  });
  if (selectors === 0) problems.push('no metric');
  problems.push(
    ...grouped.filter((label) => !known.has(label)).map((label) => `no label ${label}`),
  );
  return problems;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

it('detects an invalid expression', () => {
  expect(problemsOf('rate(http_requests_total[5m])')).toEqual(['no metric http_requests_total']);
  expect(problemsOf('sum by (shop) (partner_shops{seller="x"})')).toEqual([
    'partner_shops has no label seller',
    'no label shop',
  ]);
  expect(problemsOf('sum(partner_shops')[0]).toMatch(/^syntax/);
  expect(problemsOf('1 > 0')).toEqual(['no metric']);
});

it('every alert rule uses existing metrics and labels', () => {
  const rules = readRules();
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr } of rules)
    expect({ alert, problems: problemsOf(expr) }).toEqual({ alert, problems: [] });
});

it('every panel of the dashboard uses existing metrics and labels', () => {
  const { panels } = readDashboard();
  const charts = panels.filter(({ type }) => type !== 'row');
  expect(charts.length).toBeGreaterThan(15);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { title, description, targets = [] } of charts) {
    const problems = targets.flatMap(({ expr }) => problemsOf(expr));
    const facts = {
      title,
      hasDescription: description !== undefined,
      hasQuery: targets.length > 0,
    };
    expect({ ...facts, problems }).toEqual({
      title,
      hasDescription: true,
      hasQuery: true,
      problems: [],
    });
  }
});

it('no panels of the dashboard overlap', () => {
  const cells = readDashboard().panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
