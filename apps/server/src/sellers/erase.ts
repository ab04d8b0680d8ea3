import { createEraser } from '../platform/database/eraser.ts';

/** Erases a team without members. */
export const sellerRows = createEraser(
  [],
  [
    'sellers.core_session',
    'sellers.invitation',
    'sellers.profile',
    'sellers.member',
    'sellers.team',
  ],
);
