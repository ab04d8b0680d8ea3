export type { ConflictField } from './ConflictDialog.tsx';
export { EditRecordCard } from './EditRecordCard.tsx';
export { HistoryCard } from './HistoryCard.tsx';
export { NewRecordPage } from './NewRecordPage.tsx';
export { RecordColumns } from './RecordColumns.tsx';
export { createFieldsGuard, RestoredDraft, useDraftValues } from './useFormDraft.tsx';
export { useVersionedEdit } from './useVersionedEdit.ts';
