import { describe, expect, it } from 'vitest';
import { ComparedMetrics } from '../reports/dashboard.ts';
import { isMetric, metricIds, metrics, labelsOfMetric, type Metric } from './index.ts';

/** Letters that occur only in Vietnamese. */
const vietnamese = /[ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]/iu;

describe('the dictionary of metrics', () => {
  it.each(metricIds)('%s has an ID that reports can use, and labels in both languages', (id) => {
    expect(id).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    const { vi, en } = labelsOfMetric(id);
    expect(vi.about).toMatch(vietnamese);
    expect(`${en.name} ${en.about}`).not.toMatch(vietnamese);
    for (const text of [vi.name, en.name]) expect(text.trim()).not.toBe('');
    for (const text of [vi.about, en.about]) expect(text).toMatch(/\S\.$/);
  });

  it('defines ratios of sums of the same grain', () => {
    const ratios = metricIds.flatMap((id) => {
      const metric: Metric = metrics[id];
      return metric.kind === 'ratio' ? [metric] : [];
    });
    expect(ratios.length).toBeGreaterThan(0);
    for (const ratio of ratios) {
      for (const part of [ratio.dividend, ratio.divisor]) {
        const sum: Metric | undefined = isMetric(part) ? metrics[part] : undefined;
        expect(sum?.kind, `${part} is a sum`).toBe('sum');
        expect(sum?.by).toEqual(expect.arrayContaining([...ratio.by]));
      }
    }
  });

  it('contains every metric of the dashboard under the same name', () => {
    const fields = Object.keys(ComparedMetrics.properties);
    const ids = fields.map((name) =>
      name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
    );
    expect(ids).toContain('net_sales');
    expect(metricIds).toEqual(expect.arrayContaining(ids));
  });
});
