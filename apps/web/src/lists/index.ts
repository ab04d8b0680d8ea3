export { DayRange } from './DayRange.tsx';
export { DownloadMenu } from './DownloadMenu.tsx';
export { ListBlock } from './ListBlock.tsx';
export { pageFrom, sortFrom, tableSort } from './sorting.ts';
export { useLastPage, useListAddress } from './useListAddress.ts';
export { RecordPending } from './RecordPending.tsx';
