import { eraserOf } from '../platform/database/eraser.ts';

export const pushRows = eraserOf([{ table: 'pushes.message' }]);
