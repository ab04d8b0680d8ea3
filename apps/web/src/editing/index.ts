export { ConflictDialog, type ConflictField } from './ConflictDialog.tsx';
export { LeaveGuard } from './LeaveGuard.tsx';
