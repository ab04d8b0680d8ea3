import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { readView, searchOf, type ReportView } from './filters.ts';

/** The view in the address of a screen, and how to change it. Going back brings the one before. */
export function useView(
  to: '/' | '/reports/money' = '/',
): readonly [ReportView, (view: ReportView) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (view: ReportView) => {
      void navigate({ to, search: searchOf(view), resetScroll: false });
    },
    [navigate, to],
  );
  return [readView(search), change];
}
