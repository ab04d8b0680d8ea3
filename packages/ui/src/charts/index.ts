// The charts: an entry of their own, so that only screens that draw one load them.
export * from './BarList.tsx';
export * from './Sparkline.tsx';
export * from './TrendChart.tsx';
export type { TrendPointLabel, TrendSeries, TrendLabels } from './trend.ts';
