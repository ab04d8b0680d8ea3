import { createEraser } from '../platform/database/eraser.ts';

/** What people were told of a shop names it; deliveries go with their event. */
export const notificationRows = createEraser(
  [
    {
      table: 'notifications.event',
      where: `data -> 'shops' @> jsonb_build_array(jsonb_build_object('id', $2::text))`,
    },
  ],
  ['notifications.delivery', 'notifications.preference'],
);
