import { createEraser } from '../platform/database/eraser.ts';

/** Erases events that name a shop; deliveries are deleted with their event. */
export const notificationRows = createEraser(
  [
    {
      table: 'notifications.event',
      where: `data -> 'shops' @> jsonb_build_array(jsonb_build_object('id', $2::text))`,
    },
  ],
  ['notifications.delivery', 'notifications.preference'],
);
