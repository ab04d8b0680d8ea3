export { DateRangeForm } from './DateRangeForm.tsx';
export { DownloadMenu } from './DownloadMenu.tsx';
export { ListCard } from './ListCard.tsx';
export { parsePage, fromTableSort, toTableSort } from './listParams.ts';
export { useClampPage, useListNavigation } from './useListNavigation.ts';
export { RecordState } from './RecordState.tsx';
