// A separate entry, so that only screens with a chart load this code.
export * from './BarList.tsx';
export * from './Sparkline.tsx';
export * from './TrendChart.tsx';
export type { TrendAxis, TrendEvent, TrendLabels, TrendPointLabel, TrendSeries } from './trend.ts';
export * from './Waterfall.tsx';
