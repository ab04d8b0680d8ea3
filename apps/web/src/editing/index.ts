export { ConflictDialog, type ConflictField } from './ConflictDialog.tsx';
export { HistoryBlock } from './HistoryBlock.tsx';
export { LeaveGuard } from './LeaveGuard.tsx';
export { hasFields, RestoredBanner, useDraft } from './useDraft.tsx';
export { useVersionedEdit } from './useVersionedEdit.ts';
