import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { parseReportFilters, toSearchParams, type ReportFilters } from './filters.ts';

/**
 * Returns the filters in the address of a screen and a function that changes them. Each change adds a history entry.
 */
export function useReportFilters(
  to: '/' | '/reports/money' = '/',
): readonly [ReportFilters, (filters: ReportFilters) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (filters: ReportFilters) => {
      void navigate({ to, search: toSearchParams(filters), resetScroll: false });
    },
    [navigate, to],
  );
  return [parseReportFilters(search), change];
}
