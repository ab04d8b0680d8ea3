import { createEraser } from '../platform/database/eraser.ts';

export const pushEraser = createEraser([{ table: 'pushes.message' }]);
