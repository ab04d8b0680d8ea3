export { DayRange } from './DateRangeForm.tsx';
export { DownloadMenu } from './DownloadMenu.tsx';
export { ListBlock } from './ListCard.tsx';
export { pageFrom, sortFrom, tableSort } from './listParams.ts';
export { useLastPage, useListAddress } from './useListNavigation.ts';
export { RecordPending } from './RecordState.tsx';
