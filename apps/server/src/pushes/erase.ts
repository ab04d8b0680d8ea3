import { eraserOf } from '../platform/erase-rows.ts';

export const pushRows = eraserOf([{ table: 'pushes.message' }]);
