export { ConflictDialog, type ConflictField } from './ConflictDialog.tsx';
export { HistoryBlock } from './HistoryCard.tsx';
export { LeaveGuard } from './UnsavedChangesGuard.tsx';
export { hasFields, RestoredBanner, useDraft } from './useFormDraft.tsx';
export { useVersionedEdit } from './useVersionedEdit.ts';
