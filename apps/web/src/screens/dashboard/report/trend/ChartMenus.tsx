import type { ReportSummary } from '@seller-connect/contract';
import {
  DownloadIcon,
  IconButton,
  Menu,
  SettingsIcon,
  showToast,
  type MenuEntries,
} from '@seller-connect/ui';
import { useState } from 'react';
import { averageDays, chartMetrics, type ReportFilters } from '../../filters/filters.ts';
import { texts } from '../../texts.ts';
import { lazyBlock } from '../../../../loading/lazyBlock.tsx';
import type { ChartColumn } from '../extras/ChartExtrasLoader.tsx';
import type { ChartDrawing, ChartFormat } from '../export/exportChart.ts';
import type { ChartData } from './chartData.ts';

const labels = texts.trend;

/** Loaded when the notes are opened. */
const NotesDialog = lazyBlock(() => import('../../notes/NotesDialog.tsx'), null);
const chartFormats = ['png', 'svg', 'csv'] as const satisfies readonly ChartFormat[];

export interface ChartMenusProps {
  readonly filters: ReportFilters;
  readonly chart: ChartData;
  readonly drawn: ChartDrawing;
  readonly title: string;
  readonly summary: ReportSummary;
  /** Further columns of the CSV file. */
  readonly columns: readonly ChartColumn[];
  readonly onChange: (filters: ReportFilters) => void;
}

/** What else the chart shows, and its downloads. The code of the downloads is loaded when one is chosen. */
export function ChartMenus({
  filters,
  chart,
  drawn,
  title,
  summary,
  columns,
  onChange,
}: ChartMenusProps) {
  const [hasNotes, setHasNotes] = useState(false);
  async function download(format: ChartFormat) {
    try {
      const { exportChart } = await import('../export/exportChart.ts');
      await exportChart(format, { chart, drawn, title, summary, columns });
    } catch {
      showToast({ tone: 'negative', title: labels.downloadFailed });
    }
  }
  return (
    <>
      <Menu
        label={labels.view}
        entries={[
          ...viewEntries(filters, chart, onChange),
          { kind: 'heading', id: 'days', label: labels.days },
          { id: 'notes', label: labels.notes, onSelect: () => setHasNotes(true) },
        ]}
        renderTrigger={(props) => (
          <IconButton {...props} label={labels.view} icon={<SettingsIcon />} />
        )}
      />
      <Menu
        label={labels.download}
        entries={chartFormats.map((format) => ({
          id: format,
          label: labels.formats[format],
          onSelect: () => void download(format),
        }))}
        renderTrigger={(props) => (
          <IconButton {...props} label={labels.download} icon={<DownloadIcon />} />
        )}
      />
      {hasNotes && (
        <NotesDialog
          days={{ from: chart.points[0]?.from ?? '', to: chart.points.at(-1)?.to ?? '' }}
          shop={filters.shop}
          onClose={() => setHasNotes(false)}
        />
      )}
    </>
  );
}

function viewEntries(
  filters: ReportFilters,
  { granularity }: ChartData,
  onChange: (filters: ReportFilters) => void,
): MenuEntries {
  const { second, average, ...rest } = filters;
  const others = chartMetrics.filter((metric) => metric !== filters.chart);
  const withAverage = average === undefined ? {} : { average };
  return [
    { kind: 'heading', id: 'second', label: labels.second },
    ...[undefined, ...others].map((metric) => ({
      kind: 'choice' as const,
      id: metric ?? 'none',
      label: metric === undefined ? labels.noSecond : texts.metrics[metric].name,
      chosen: second === metric,
      onSelect: () =>
        onChange({ ...rest, ...withAverage, ...(metric === undefined ? {} : { second: metric }) }),
    })),
    granularity === 'day' && { kind: 'heading', id: 'lines', label: labels.lines },
    granularity === 'day' && {
      kind: 'switch',
      id: 'average',
      label: labels.average,
      on: average !== undefined,
      onSelect: () =>
        onChange({
          ...rest,
          ...(second === undefined ? {} : { second }),
          ...(average === undefined ? { average: averageDays } : {}),
        }),
    },
  ];
}
