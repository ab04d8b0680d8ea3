import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readView, searchOf, type AuditView } from './filters.ts';

/** The view in the address, and how to change it. Going back brings the one before. */
export function useView(): readonly [AuditView, (view: AuditView) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (view: AuditView) => {
      void navigate({ to: '/settings/audit', search: searchOf(view), resetScroll: false });
    },
    [navigate],
  );
  return [useMemo(() => readView(search), [search]), change];
}
