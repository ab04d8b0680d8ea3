export { ConflictDialog, type ConflictField } from './ConflictDialog.tsx';
export { HistoryCard } from './HistoryCard.tsx';
export { NewRecordPage } from './NewRecordPage.tsx';
export { RecordColumns } from './RecordColumns.tsx';
export { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx';
export { createFieldsGuard, RestoredDraft, useDraftValues } from './useFormDraft.tsx';
export { useVersionedEdit } from './useVersionedEdit.ts';
