export { ColumnsButton } from './columns/ColumnsButton.tsx';
export { DateRangeForm } from './DateRangeForm.tsx';
export { DownloadMenu } from './download/DownloadMenu.tsx';
export { FilterSelect } from './FilterSelect.tsx';
export { ListFilters } from './ListFilters.tsx';
export { ListCard } from './ListCard.tsx';
export { sortProps } from './listParams.ts';
export { useRouteParam, useUrlState } from './useUrlState.ts';
export { RecordState } from './RecordState.tsx';
