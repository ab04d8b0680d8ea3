import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { parseAuditFilters, toSearchParams, type AuditFilters } from './filters.ts';

/** Returns the filters in the address and a function that changes them. Each change adds a history entry. */
export function useAuditFilters(): readonly [AuditFilters, (filters: AuditFilters) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (filters: AuditFilters) => {
      void navigate({ to: '/settings/audit', search: toSearchParams(filters), resetScroll: false });
    },
    [navigate],
  );
  return [useMemo(() => parseAuditFilters(search), [search]), change];
}
