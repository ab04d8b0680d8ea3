import { createEraser } from '../platform/database/eraser.ts';

/** Of a team that nobody is left in. */
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
