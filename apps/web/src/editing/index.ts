export { ConflictDialog, type ConflictField } from './ConflictDialog.tsx';
export { EditRecordCard } from './EditRecordCard.tsx';
export { HistoryCard, RecordColumns } from './HistoryCard.tsx';
export { NewRecordPage } from './NewRecordPage.tsx';
export { createFieldsGuard, RestoredDraft, useDraftValues } from './useFormDraft.tsx';
export { useOpenCreated } from './useOpenCreated.ts';
export { useVersionedEdit } from './useVersionedEdit.ts';
